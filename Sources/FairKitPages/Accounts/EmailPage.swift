import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// The page where people ask for another address to sign in with. Nothing changes before a person who reads mail there has
/// confirmed it; both addresses are told.
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
            return .seeOther(reader["/profile/security?done=\(PageText.ownEmailAsked.rawValue)"])
        } catch {
            switch error {
            case .invalid: wrong = [Wrong(field: "email", text: reader[.ownOtherAddress])]
            case .own(let failure):
                guard let found = failure.wrong(reader) else { throw error }
                wrong = [found]
            default: throw error
            }
            return draw(page, email: form["email"], wrong)
        }
    }

    private static func draw(_ page: PageCall, email: String, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        return OwnPage(title: .ownChangeEmail, parent: ("/profile/security", .ownSecurity), wrong: wrong).show(
            page,
            """
            <p class="lead">\(reader[.ownEmailLead, ["email": .text(reader.own?.account.email.description ?? "")]])</p>
            <form class="card" method="post" action="\(to: reader["/profile/email"])">
              \(Shell.token(reader))
              \(reader.field("email", .ownNewEmail, wrong, with: """
                class="medium" type="email" value="\(email)" autocomplete="email" autocapitalize="none" spellcheck="false" required
                """))
              \(TypedProof.fields(reader, wrong))
              <button>\(reader[.ownSendConfirmation])</button>
            </form>
            """)
    }
}
