import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A form that arrived after its session had ended. The page that asks for the sign-in carries it, encrypted; who signs in
/// sends it by one press, if it was drawn for their account. See decision 0162.
package struct KeptForm: Sendable {
    /// The route that takes it, and its fields with their token and key.
    private let fields: [Field]
    private let action: Link

    private struct Field: Sendable {
        let name: String
        let value: String
    }

    /// The names of fields that are never carried: passwords, codes, and the address beside them.
    package static let secrets: Set<String> = [
        "password", "newPassword", "again", "code", "appCode", "contactCode", "mailedCode", "pin", "user",
    ]
    private static let purpose = "kept form"
    /// Of the fields, in bytes: the page around them stays below 100 KB.
    private static let mostBytes = 32_768

    /// - Parameter sealed: as the page of the sign-in sent it.
    init?(_ sealed: String, _ call: UnauthenticatedCall) {
        guard let text = try? call.tenancy.cursors.reveal(sealed, of: Self.purpose) else { return nil }
        let parts = text.split(separator: "\n", maxSplits: 1).map { String($0) }
        guard parts.count == 2, let fields = FormFields.read(Array(parts[1].utf8)),
            let action = Link(form: parts[0], of: call.tenant.name, among: Route.pages)
        else { return nil }
        self.action = action
        self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    }

    /// Takes a form whose session has ended, and asks for the sign-in. One in which nothing was chosen or typed leads to it.
    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let reader = try await Reader(call)
        if !form["kept"].isEmpty { return again(form, reader, call) }
        let page = call.request.formPage
        let action = call.query("to") ?? ""
        guard Link(form: action, of: reader.tenant, among: Route.pages) != nil,
            !form.text(without: secrets.union(["token", "key", "version"])).isEmpty
        else { return .seeOther(reader["/sign-in?next=\(page)"]) }
        let text = form.text(without: secrets)
        guard text.utf8.count <= mostBytes else { throw Problem.unauthenticated }
        let sealed = try call.tenancy.cursors.hide("\(action)\n\(text)", of: purpose)
        return SignInPage.draw(reader, next: page, kept: sealed)
    }

    /// The same step of the sign-in in another language.
    private static func again(_ form: Form, _ reader: Reader, _ call: UnauthenticatedCall) -> Response {
        let cookie: HTTPFields = [.setCookie: PageCookie.set(PageCookie.language, reader.language.rawValue)]
        let (next, kept) = (form["next"], form["kept"])
        let isChallenged = call.request.cookie(named: PageCookie.challenge(of: reader.tenant)) != nil
        switch isChallenged ? form["step"] : "" {
        case "code": return CodePage.draw(reader, next: next, kept: kept, [], cookie)
        case "factor": return FactorPage.draw(reader, next: next, kept: kept, cookie)
        default: return SignInPage.draw(reader, next: next, kept: kept, [], cookie)
        }
    }

    /// In the forms of the sign-in; nil: no form waits.
    static func field(_ sealed: String, next page: String, step: HTML? = nil) -> HTML? {
        guard !sealed.isEmpty else { return nil }
        return """
            \(next(page))<input type="hidden" name="kept" value="\(sealed)">\
            \(step.map { "<input type=\"hidden\" name=\"step\" value=\"\($0)\">" as HTML })
            """
    }

    /// The page after the sign-in.
    static func next(_ page: String) -> HTML { "<input type=\"hidden\" name=\"next\" value=\"\(page)\">" }

    /// Asks who has signed in whether it is sent, or refuses the form of another account.
    func ask(_ signedIn: SignedIn, _ reader: Reader, or next: Link, _ call: UnauthenticatedCall) -> Document {
        let (account, name) = (signedIn.account, signedIn.account.details.name ?? "\(signedIn.account.email)")
        let token = fields.first { $0.name == "token" }?.value ?? ""
        guard (try? call.tenancy.cursors.open(token, of: FormToken.purpose(account.id))) != nil else {
            return Document(
                title: reader[.notSent], status: .forbidden,
                content: """
                    <p class="lead">\(reader[.foreignForm, ["name": .text(name)]])</p><p>\(reader[.nothingStored])</p>
                    <p><a class="button" href="\(to: reader["/home"])">\(reader[.home])</a></p>
                    """)
        }
        let hidden = fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML }
        return Document(
            title: reader[.keptTitle], offersLanguages: false,
            content: """
                <p class="lead">\(reader[.keptAsk, ["name": .text(name)]])</p>
                <form method="post" action="\(to: action)">\(hidden)
                <div class="actions"><button>\(reader[.keptSend])</button>\
                <a class="button quiet" href="\(to: next)">\(reader[.notNow])</a></div></form>
                """)
    }
}

extension UnauthenticatedCall {
    /// Begins a session in this browser, and goes on with the form that waited for it, or with a page.
    func goOn(_ signedIn: SignedIn, _ form: Form, _ reader: Reader) async throws -> Response {
        let (next, cookies) = try await enter(as: signedIn, next: form["next"])
        guard let kept = KeptForm(form["kept"], self) else { return .seeOther(next, cookies) }
        return kept.ask(signedIn, reader, or: next, self).response(to: reader, cookies)
    }
}
