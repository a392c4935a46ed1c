import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// A page around its content: title, headings, navigation, language. See decision 0158.
struct Document: Sendable {
    /// In the title and in the one `h1`.
    let title: String
    /// The person whom it is about, in the title.
    var about: String?
    /// The tab that it belongs to.
    var tab: Tab?
    /// nil: that of what is wrong.
    var status: HTTPResponse.Status?
    /// What stands above what is wrong.
    var refusal = PageText.ownNotSaved
    /// What of a form is refused: the title says so, too.
    var wrong: [Wrong] = []
    /// What is there now, if another person has changed meanwhile what a form shows.
    var now: HTML?
    /// The person's line, under the header and on each printed sheet.
    var person: PatientHeader?
    /// The way back.
    var back: (link: Link, text: PageText)?
    /// What a form has done: see `PageCall.done`.
    var done: PageText?
    /// A form that waits for the sign-in, as hidden fields: see `KeptForm`.
    var kept: HTML?
    /// False: a choice of language would lose what the page holds.
    var offersLanguages = true
    /// What else stands above the heading.
    var above: HTML = ""
    let content: HTML

    private var isRefused: Bool { now != nil || !wrong.isEmpty }

    func response(to reader: Reader, _ more: HTTPFields = [:]) -> Response {
        var headers = Document.headers
        for field in more { headers.append(field) }
        let body = ByteBuffer(bytes: html(for: reader).bytes)
        let answer: HTTPResponse.Status = now != nil ? .conflict : isRefused ? .unprocessableContent : .ok
        return Response(status: status ?? answer, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    func html(for reader: Reader) -> HTML {
        let kind = reader.own == nil ? "plain" : reader.role == .patient ? "patient" : "staff"
        let names = [(isRefused ? "\(reader[.error]): \(title)" : title), about, "FairKit"].compactMap(\.self)
        return """
            <!doctype html>
            <html lang="\(reader.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="\(reader.theme.schemes)">
            <title>\(names.joined(separator: " – "))</title>
            <link rel="stylesheet" href="\(to: Assets.style(reader.theme).link)">
            <script src="\(to: Assets.script.link)" defer></script>
            </head>
            <body class="\(kind)"\(reader.own.map { marks($0, reader) })>
            <a class="skip" href="#main">\(reader[.skip])</a>
            \(Shell.top(reader))
            \(Shell.tabs(reader, tab))
            <main id="main" tabindex="-1">
            \(person?.html(for: reader))\(back.map { "<a class=\"back\" href=\"\(to: $0.link)\">\(reader[$0.text])</a>" as HTML })
            \(isRefused ? nil : done.map { "<p class=\"banner \($0.isFailure ? "warning" : "ok")\" tabindex=\"-1\">\(reader[$0])</p>" as HTML })\(above)\
            \(now.map { reader.changedMeanwhile($0) })\(wrong.isEmpty ? nil : reader.summary(refusal, wrong))
            <h1>\(title)</h1>
            \(reader.live.map { _ in Shell.stale(reader) })
            \(content)
            </main>
            \(offersLanguages ? Shell.foot(reader, kept: kept) : nil)
            \(Lock.dialogs(reader))
            <div id="words" hidden><span data-words="loading">\(reader[.loading])</span>\
            <span data-words="failed">\(reader[.noAnswer])</span></div>
            <div class="said" role="status" id="said"></div>
            </body>
            </html>

            """
    }

    /// The script tells this person's tabs when they sign out.
    private func marks(_ own: OwnAccountView, _ reader: Reader) -> HTML {
        """
         data-tenant="\(reader.tenant.text)" data-who="\(reader.who)" data-zone="\(own.zone)" \
        data-lock="\(Int(own.inactivityLimit.components.seconds))"\(reader.takesKeys ? " data-keys" as HTML : "")\
        \(reader.live.map { " data-live=\"\(to: reader["/live"])\" data-after=\"\("\($0.event)")\"" as HTML })
        """
    }

    /// Nothing of a page is kept, framed or run that is not FairKit's own. With `no-referrer`, a browser would send its own
    /// forms from the origin `null`.
    static let headers: HTTPFields = {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
            .contentSecurityPolicy:
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types fk",
        ]
        let others = [
            ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
        ]
        for (name, value) in others { if let name = HTTPField.Name(name) { headers[name] = value } }
        return headers
    }()
}

extension PageText {
    /// Whether it says that what was asked for did not come about.
    fileprivate var isFailure: Bool { self == .webhookTestFailed }
}

/// What a page answers with. Only the frame knows the server that sends it.
typealias Response = Hummingbird.Response

extension Response {
    /// The answer to a form that was taken: a browser that goes back or reloads sends nothing again.
    static func seeOther(_ link: Link, cookie: String) -> Response { seeOther(link, [.setCookie: cookie]) }

    static func seeOther(_ link: Link, _ headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.location] = link.text
        headers[.cacheControl] = "no-store"
        return Response(status: .seeOther, headers: headers)
    }
}
