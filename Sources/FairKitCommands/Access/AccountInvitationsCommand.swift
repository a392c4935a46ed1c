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
        try showList(found, json: json, ["ID", "E-MAIL", "ROLE", "UNTIL", "STATE"]) { (invited: InvitationBody) in
            [invited.id, invited.email, invited.role, minute(invited.expiresAt), invited.state]
        }
    }
}

/// `fairkit account approve`
struct AccountApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Agree to an invitation that waits for a second administrator.",
        discussion: """
            Accounts of clinicians, laboratories and administrators, and another account for a record that has one, take two: whoever invites \
            over the network, and another administrator or this command. Make sure who it is for.

            Example:
              fairkit account approve 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The invitation's id.")
    var id: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard InvitationID(id) != nil else {
            throw ValidationError("The id is the one that account invitations shows.")
        }
    }

    func run() async throws {
        let id = id
        let reply = try await options.settings().withServer {
            try await $0.post("\(AccountCommand.path)/invitations/\(id)/approve", repeatable: true)
        }
        if json { return print(reply.text) }
        let approved = try reply.decode(InvitationBody.self)
        print("\(approved.email) is invited, until \(minute(approved.expiresAt)).")
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
