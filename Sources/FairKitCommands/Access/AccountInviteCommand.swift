import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account invite`
struct AccountInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite somebody to an account: they get a mail, and choose a password themselves.",
        discussion: """
            Where there is no mail server, the mail waits: fairkit outbox show hands its link over.

            Examples:
              fairkit account invite --role administrator \\
                --email grace@example.org --name "Grace Wanjiru"
              fairkit account invite --role laboratory --laboratory "Nairobi Central" \\
                --email lab@example.org
              fairkit account invite --role patient --profile 0193… --email ada@example.org
            """)

    @OptionGroup var options: StoreOptions

    @Option(
        help: "patient, laboratory, clinician, coordinator or administrator.",
        completion: .list(RoleName.ofAccounts.map(\.rawValue)))
    var role: String

    @Option(help: "Where the invitation goes, and what they sign in with.")
    var email: String

    @Option(help: "The person's name; they can change it.")
    var name: String?

    @Option(help: "Whose record a patient's account shows: the profile's id.")
    var profile: String?

    @Option(help: "Which laboratory's the account is, by name.")
    var laboratory: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard let role = RoleName(rawValue: role), RoleName.ofAccounts.contains(role) else {
            let roles = RoleName.ofAccounts.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--role is one of: \(roles).")
        }
        guard (profile != nil) == (role == .patient) else {
            throw ValidationError("--profile is for patients' accounts, and they need it.")
        }
        guard (laboratory != nil) == (role == .laboratory) else {
            throw ValidationError("--laboratory is for laboratories' accounts, and they need it.")
        }
    }

    func run() async throws {
        let body = InvitationRequest(
            email: email, name: name, role: role, profileId: profile, laboratory: laboratory)
        let reply = try await options.settings().withServer {
            try await $0.post("\(AccountCommand.path)/invitations", json: body)
        }
        if json { return print(reply.text) }
        let invited = try reply.decode(InvitationBody.self)
        print("\(email) is invited, until \(minute(invited.expiresAt)).")
        note("The mail is in the outbox. Without a mail server: fairkit outbox, then fairkit outbox show ID.")
    }
}
