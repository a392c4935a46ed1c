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

    func run() async throws {
        let found = try await options.settings().withServer {
            try await $0.everything("\(AccountCommand.path)/invitations", [], of: JSONTree.self)
        }
        try showList(found, json: json, ["ID", "E-MAIL", "ROLE", "UNTIL"]) { (invited: InvitationBody) in
            [invited.id, invited.email, invited.role, minute(invited.expiresAt)]
        }
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
