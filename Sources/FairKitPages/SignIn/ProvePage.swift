import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The page that asks for password and code again, before what can't be undone. It leads back to where it was needed.
enum ProvePage {
    static func show(_ page: PageCall) -> Response {
        draw(page, next: page.query("next") ?? "")
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        let shown: String
        do throws(Refusal<OwnAccountFailure>) {
            shown = try await page.tenancy.ownAccount.prove(
                password: form["password"], code: SecondFactorCode(typed: form["code"]), by: page.caller)
        } catch {
            guard let wrong = wrong(error, reader) else { throw error }
            return draw(page, next: form["next"], [wrong])
        }
        let cookie = PageCookie.set(
            PageCookie.proof(of: reader.tenant), shown, for: Int(OwnAccount.proofLasts.components.seconds))
        let next = Link(next: form["next"], of: reader.tenant, among: Route.pages) ?? reader["/home"]
        return .seeOther(next, cookie: cookie)
    }

    /// The field that did not prove it; nil: something else failed.
    static func wrong(_ refusal: Refusal<OwnAccountFailure>, _ reader: Reader) -> Wrong? {
        guard case .own(let failure) = refusal, case .signIn(let reason) = failure else { return nil }
        switch reason {
        case .wrong: return Wrong(field: "password", text: reader[.wrongOwnPassword])
        case .wrongCode: return Wrong(field: "code", text: reader[.wrongCode])
        default: return nil
        }
    }

    private static func draw(_ page: PageCall, next: String, _ wrong: [Wrong] = []) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.proveLead])</p>
            \(reader.card(to: "/prove"))<input type="hidden" name="next" value="\(next)">
              \(fields(reader, wrong))
              <button>\(reader[.goOn])</button>
            </form>
            """
        return page.show(Document(title: reader[.prove], refusal: .notProved, wrong: wrong, content: content))
    }

    /// By it a password manager finds whose password it fills in or keeps.
    static func user(_ email: MailAddress) -> HTML {
        """
        <input class="hide" tabindex="-1" aria-hidden="true" name="user" autocomplete="username" \
        value="\(email.description)" readonly>
        """
    }

    /// Password, and code if the account has a second factor.
    static func fields(
        _ reader: Reader, _ wrong: [Wrong], label: PageText = .password, needsCode: Bool = true,
        within prefix: String = ""
    ) -> HTML {
        let code = reader.field(
            "code", .code, wrong, hint: .codeHint, within: prefix,
            with: .oneTimeCode)
        return """
            \(reader.own.map { user($0.account.email) })
            \(reader.field("password", label, wrong, within: prefix, with: .password("current-password")))
            \(needsCode && reader.hasFactor ? code : nil)
            """
    }
}

extension SecondFactorCode {
    /// A code as people type it: digits of an app, or a backup code; nil: none.
    init?(typed text: String) {
        let sent = text.filter { !$0.isWhitespace }
        guard !sent.isEmpty else { return nil }
        self = sent.utf8.allSatisfy { (48...57).contains($0) } ? .oneTime(sent) : .backup(sent)
    }
}
