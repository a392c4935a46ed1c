import FairKitCore
import FairKitFrame
import FairKitService

/// An administrator invites a patient to an account for the record that the clinic has made.
enum InvitePatientPage {
    static func show(_ page: PageCall) async throws -> Response {
        let seen = try await page.tenancy.profiles.show(page.call.id(), by: page.caller)
        return draw(seen, page, seen.profile.details.email ?? "", [])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let seen = try await page.tenancy.profiles.show(id, by: page.caller)
        let name = seen.profile.details.fullName
        let fault: PageText
        do {
            let made = try await page.tenancy.accounts.invite(
                email: form["email"], name: name.isText(1...100) ? name : nil, for: .patient(id), by: page.caller)
            let done: PageText = made.approval == .awaited ? .inviteAwaits : .inviteSent
            return .seeOther(reader["/accounts/invitations/\(made.id)?done=\(done.rawValue)"])
        } catch {
            switch error {
            case .own(.taken): fault = .inviteTaken
            case .invalid: fault = .wrongAddressForm
            default: throw error
            }
        }
        return draw(seen, page, form["email"], [Wrong(field: "email", text: reader[fault])])
    }

    private static func draw(_ seen: ProfileView, _ page: PageCall, _ email: String, _ wrong: [Wrong]) -> Response {
        let reader = page.reader
        return page.show(
            about: seen, .patientInvite, refused: .inviteRefused, wrong,
            """
            <p class="lead">\(reader[.patientInviteLead])</p>
            \(reader.card(to: "/people/\(seen.profile.id)/invite"))
              \(reader.field("email", .emailAddress, wrong, hint: .patientInviteHint, with: .email(email, "off", isMedium: true)))
              <div class="actions"><button>\(reader[.inviteSend])</button></div>
            </form>
            """)
    }
}
