import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where patients begin to make an account, if the tenant lets them. All its answers are the same whether the address
/// has an account or not.
enum RegisterPage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        draw(try await Reader(call), AskedMails(call.query("mail") ?? ""))
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let (reader, asked) = (try await Reader(call), AskedMails(form["mail"]))
        do {
            let mail = try await call.tenancy.signIns.askToRegister(
                form["email"], in: reader.language, from: call.origin)
            return .seeOther(reader["/register/code?mail=\(asked.adding(mail).text)"])
        } catch {
            switch error {
            case .invalid:
                let wrong = [Wrong(field: "email", text: reader[.wrongAddressForm])]
                return draw(reader, asked, email: form["email"], wrong)
            case .registrationClosed: return .seeOther(reader["/register"])
            default: throw error
            }
        }
    }

    private static func draw(
        _ reader: Reader, _ asked: AskedMails, email: String = "", _ wrong: [Wrong] = []
    ) -> Response {
        let signIn: HTML = "<p><a href=\"\(to: reader["/sign-in"])\">\(reader[.signIn])</a></p>"
        guard reader.takesPatients else {
            return reader.form(.newAccount, [], .notSent, "<p class=\"lead\">\(reader[.byInvitation])</p>\(signIn)")
        }
        return reader.form(
            .newAccount, wrong, .notSent,
            """
            <p class="lead">\(reader[.newAccountLead])</p>
            <form class="card" method="post" action="\(to: reader["/register"])">
              \(reader.field("email", .emailAddress, wrong, hint: .mailLimit, with: .email(email, "email")))
              <input type="hidden" name="mail" value="\(asked.text)">
              <button>\(reader[.sendCode])</button>
              \(signIn)
            </form>
            """)
    }
}

/// The page where a person who registers types the code. The link of the mail leads here, too, in any browser.
enum MailedCodePage {
    static func show(_ call: UnauthenticatedCall) async throws -> Response {
        let reader = try await Reader(call)
        let asked = AskedMails(call.query("mail") ?? "")
        return asked.ids.isEmpty ? .seeOther(reader["/register"]) : draw(reader, asked)
    }

    static func take(_ call: UnauthenticatedCall, _ form: Form) async throws -> Response {
        let (reader, asked) = (try await Reader(call), AskedMails(form["mail"]))
        guard let code = ContactCode(form["mailedCode"]) else { return draw(reader, asked, .ownTypeSixDigits) }
        do {
            let proof = try await call.tenancy.signIns.proveAddress(by: code, of: asked.ids, from: call.origin)
            let cookie = PageCookie.set(
                PageCookie.registration(of: reader.tenant), proof,
                for: Int(NoticeKind.confirmation.lifetime.components.seconds))
            return .seeOther(reader["/register/details"], cookie: cookie)
        } catch {
            guard case .unknown = error else { throw error }
            return draw(reader, asked, .wrongMailedCode)
        }
    }

    private static func draw(_ reader: Reader, _ asked: AskedMails, _ refusal: PageText? = nil) -> Response {
        let wrong = refusal.map { [Wrong(field: "mailedCode", text: reader[$0])] } ?? []
        return reader.form(
            .typeMailedCode, wrong, .notMadeYet,
            """
            <p class="lead">\(reader[.mailedCodeLead])</p>
            <form class="card" method="post" action="\(to: reader["/register/code"])">
              \(reader.mailedCode(wrong))
              <input type="hidden" name="mail" value="\(asked.text)">
              <button>\(reader[.goOn])</button>
              <p><a href="\(to: reader["/register?mail=\(asked.text)"])">\(reader[.anotherCode])</a></p>
            </form>
            """)
    }
}

/// The mails that a person has asked for, the newest first. The code of each may be typed: a mail may be late, and another one
/// is not sent at once. Their ids are no secret.
private struct AskedMails {
    let ids: [InvitationID]

    init(_ text: String) {
        ids = text.split(separator: ".").prefix(ContactCode.mostToAddress).compactMap { InvitationID(String($0)) }
    }

    private init(ids: [InvitationID]) { self.ids = ids }

    var text: String { ids.map { "\($0)" }.joined(separator: ".") }

    func adding(_ id: InvitationID) -> AskedMails {
        AskedMails(ids: [id] + ids.prefix(ContactCode.mostToAddress - 1))
    }
}

extension Reader {
    /// The field for the code of a mail.
    func mailedCode(_ wrong: [Wrong]) -> HTML {
        field(
            "mailedCode", .ownContactCode, wrong, hint: .mailedCodeHint,
            with: .oneTimeCode)
    }
}
