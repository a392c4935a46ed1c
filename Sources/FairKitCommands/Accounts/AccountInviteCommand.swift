import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account invite`
struct AccountInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a person: they get a mail with a link, and choose a password.",
        discussion: """
            Without a mail server, the mail waits in the outbox: hand over its link with fairkit outbox show.

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

    @Option(help: "The person's e-mail address. They sign in with it.")
    var email: String

    @Option(help: "The person's name. They can change it.")
    var name: String?

    @Option(help: "For a patient's account: the id of the profile.")
    var profile: String?

    @Option(help: "For a laboratory's account: the name of the laboratory.")
    var laboratory: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard let role = RoleName(rawValue: role), RoleName.ofAccounts.contains(role) else {
            let roles = RoleName.ofAccounts.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--role is one of: \(roles).")
        }
        guard (profile != nil) == (role == .patient) else {
            throw ValidationError("A patient's account needs --profile; accounts in other roles have none.")
        }
        guard (laboratory != nil) == (role == .laboratory) else {
            throw ValidationError("A laboratory's account needs --laboratory; accounts in other roles have none.")
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
        print("\(email) is invited. The invitation expires at \(minute(invited.expiresAt)).")
        note("fairkit outbox shows whether the mail was sent. Without a mail server: fairkit outbox show ID.")
    }
}
