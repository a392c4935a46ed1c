import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account invitations`
struct AccountInvitationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations", abstract: "List invitations that were not accepted yet, newest first.",
        discussion: """
            Example:
              fairkit account invitations
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Invited: Decodable {
        let id: String
        let email: String
        let role: String
        let expiresAt: String
    }

    func run() async throws {
        let found = try await options.settings().withServer {
            try await $0.everything("\(AccountCommand.path)/invitations", [], of: JSONTree.self)
        }
        if json { return print(try jsonLine(Listed(items: found))) }
        Table(
            ["ID", "E-MAIL", "ROLE", "UNTIL"],
            try found.map { item in
                let invited = try item.decoded(as: Invited.self)
                return [invited.id, invited.email, invited.role, minute(invited.expiresAt)]
            }
        ).show()
    }
}

/// `fairkit account revoke`
struct AccountRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take an invitation back: its link is good no more.",
        discussion: """
            Example:
              fairkit account revoke 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The invitation's id.")
    var id: String

    func validate() throws {
        guard InvitationID(id) != nil else {
            throw ValidationError("The id is the one that account invitations shows.")
        }
    }

    func run() async throws {
        let id = id
        try await options.settings().withServer { try await $0.delete("\(AccountCommand.path)/invitations/\(id)") }
        print("The invitation is taken back.")
    }
}
