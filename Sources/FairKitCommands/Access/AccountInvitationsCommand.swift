import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account invitations`
struct AccountInvitationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations", abstract: "List open invitations, newest first.",
        discussion: """
            Example:
              fairkit account invitations
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let found = try await options.settings().withServer {
            try await $0.everything("\(AccountCommand.path)/invitations", [], of: JSONTree.self)
        }
        try showList(found, json: json, ["ID", "E-MAIL", "ROLE", "EXPIRES", "STATE"]) { (invited: InvitationBody) in
            [invited.id, invited.email, invited.role, minute(invited.expiresAt), invited.state]
        }
    }
}

/// `fairkit account approve`
struct AccountApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve an invitation that waits for a second administrator.",
        discussion: """
            Accounts of clinicians, laboratories and administrators need two people, and so does a second account for a record: one \
            administrator invites over the network, and another one, or this command, approves. Check whom the account is for.

            Example:
              fairkit account approve 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The invitation's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard InvitationID(id) != nil else {
            throw ValidationError("This is not the id of an invitation. fairkit account invitations shows the ids.")
        }
    }

    func run() async throws {
        let id = id
        let reply = try await options.settings().withServer {
            try await $0.post("\(AccountCommand.path)/invitations/\(id)/approve", repeatable: true)
        }
        if json { return print(reply.text) }
        let approved = try reply.decode(InvitationBody.self)
        print("\(approved.email) is invited. The invitation expires at \(minute(approved.expiresAt)).")
    }
}

/// `fairkit account revoke`
struct AccountRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an invitation: its link no longer works.",
        discussion: """
            Example:
              fairkit account revoke 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The invitation's id.")
    var id: String

    func validate() throws {
        guard InvitationID(id) != nil else {
            throw ValidationError("This is not the id of an invitation. fairkit account invitations shows the ids.")
        }
    }

    func run() async throws {
        let id = id
        try await options.settings().withServer { try await $0.delete("\(AccountCommand.path)/invitations/\(id)") }
        print("The invitation was revoked.")
    }
}
