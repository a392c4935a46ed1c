import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where people ask for another address to sign in with. Nothing changes before they have typed the code that was mailed
/// there; both addresses are told.
enum EmailPage {
    static func show(_ page: PageCall) -> Response { draw(page, email: "", []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, proof) = (page.reader, TypedProof(form, page.reader))
        var wrong = proof.wrong
        if form.text("email") == nil { wrong.insert(Wrong(field: "email", text: reader[.wrongAddressForm]), at: 0) }
        guard wrong.isEmpty else { return draw(page, email: form["email"], wrong) }
        do {
            try await page.tenancy.ownAccount.askForAnotherAddress(
                form["email"], password: proof.password, code: proof.code, by: page.caller)
            return .seeOther(reader["/profile/email/code?done=\(PageText.ownEmailAsked.rawValue)"])
        } catch {
            if case .invalid = error {
                wrong = [Wrong(field: "email", text: reader[.ownOtherAddress])]
            } else {
                wrong = [try error.wrong(reader)]
            }
            return draw(page, email: form["email"], wrong)
        }
    }

    private static func draw(_ page: PageCall, email: String, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.ownEmailLead, ["email": .text(reader.own?.account.email.description ?? "")]])</p>
            \(reader.card(to: "/profile/email"))
              \(reader.field("email", .ownNewEmail, wrong, with: .email(email, "email", isMedium: true)))
              \(TypedProof.fields(reader, wrong))
              <button>\(reader[.ownSendConfirmation])</button>
            </form>
            """
        return OwnPage(title: .ownChangeEmail, parent: ("/profile/security", .ownSecurity), wrong: wrong).show(
            page, content)
    }
}

/// The page that takes the code of the mail to the new address. The link of the mail leads here, too: it changes nothing by itself,
/// and a stranger who gets the mail by a typing mistake is not signed in.
enum EmailCodePage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        guard let code = ContactCode(form["mailedCode"]) else {
            return draw(page, [Wrong(field: "mailedCode", text: reader[.ownTypeSixDigits])])
        }
        guard try await page.tenancy.ownAccount.confirmAnotherAddress(by: code, by: page.caller) else {
            return draw(page, [Wrong(field: "mailedCode", text: reader[.wrongMailedCode])])
        }
        return .seeOther(reader["/profile/security?done=\(PageText.ownEmailChanged.rawValue)"])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.ownEmailCodeLead])</p>
            \(reader.card(to: "/profile/email/code"))
              \(reader.mailedCode(wrong))
              <button>\(reader[.ownConfirm])</button>
            </form>
            <p><a href="\(to: reader["/profile/email"])">\(reader[.anotherCode])</a></p>
            """
        return OwnPage(
            title: .typeMailedCode, parent: ("/profile/email", .ownChangeEmail), said: [.ownEmailAsked], wrong: wrong
        ).show(page, content)
    }
}
