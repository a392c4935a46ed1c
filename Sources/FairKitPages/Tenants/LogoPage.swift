import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The logo of a clinic: chosen, shown at the head of its pages, removed. See decision 0173.
enum LogoPage: FormPage {
    static func take(_ page: PageCall, _ form: Form, _ picture: [UInt8]?) async throws -> Response {
        guard let picture else { return refuse(page, .logoMissing) }
        do { try await page.tenancy.accounts.setLogo(to: picture, by: page.caller) } catch {
            guard case .own(let failure) = error else { throw error }
            switch failure {
            case .picture(let unreadable): return refuse(page, unreadable.reason.advice)
            case .worker: return refuse(page, .ownPhotoBusy)
            }
        }
        return .seeOther(page.reader["/settings/logo?done=\(PageText.logoSaved.rawValue)"])
    }

    static func remove(_ page: PageCall, _ form: Form) async throws -> Response {
        try await page.tenancy.accounts.removeLogo(by: page.caller)
        return .seeOther(page.reader["/settings/logo?done=\(PageText.logoRemoved.rawValue)"])
    }

    /// The picture, for everyone. Another one has another address, so browsers keep it for good.
    static func file(_ call: UnauthenticatedCall) async throws -> Response {
        guard let mark = call.context.parameters.get("mark"),
            let logo = try await call.tenancy.signIns.logo(marked: mark)
        else { throw Problem.notFound }
        var headers: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
        return call.file(ByteBuffer(bytes: logo.jpeg), "image/jpeg", nil, headers)
    }

    /// The logo at the head of a page; nil: there is none.
    static func head(_ reader: Reader) -> HTML? {
        reader.clinic?.logoMark.map {
            image($0, 40, "\(reader.tenantName?.text ?? DisplayName(of: reader.tenant).text)", reader)
        }
    }

    private static func image(_ mark: String, _ side: Int, _ words: String, _ reader: Reader) -> HTML {
        "<img class=\"logo\" src=\"\(to: reader["/logo/\(mark)"])\" width=\"\(side)\" height=\"\(side)\" alt=\"\(words)\">"
    }

    private static func refuse(_ page: PageCall, _ advice: PageText) -> Response {
        draw(page, [Wrong(field: "photo", text: page.reader[advice])])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let shown = reader.clinic?.logoMark.map { mark -> HTML in
            """
            <section class="card"><h2>\(reader[.logoNow])</h2>\(image(mark, 128, reader[.logoNow], reader))
            <form class="actions" method="post" action="\(to: reader["/settings/logo/remove"])">\(Shell.token(reader))\
            <button class="danger quiet">\(reader[.logoRemove])</button></form></section>
            """
        }
        let content: HTML = """
            <p class="lead">\(reader[.logoLead])</p>
            \(shown)
            <form class="card" method="post" action="\(to: reader["/settings/logo"])" enctype="multipart/form-data">
              \(Shell.token(reader))
              \(reader.field("photo", .logoNew, wrong, hint: .logoHint, with: """
                type="file" accept="image/*" required
                """))
              <div class="actions"><button>\(reader[.logoSave])</button></div>
            </form>
            """
        return ManagedPage(
            title: reader[.logo], back: ("/settings", .settings), wrong: wrong,
            done: page.done(.logoSaved, .logoRemoved)
        ).show(page, content)
    }
}
