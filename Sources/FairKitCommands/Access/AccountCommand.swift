import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account …`: people who sign in.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Invite people who sign in; list, suspend, sign out and delete their accounts.",
        subcommands: [
            AccountInviteCommand.self, AccountInvitationsCommand.self, AccountApproveCommand.self,
            AccountRevokeCommand.self, AccountListCommand.self, AccountSuspendCommand.self, AccountResumeCommand.self,
            AccountSignOutCommand.self, AccountResetMFACommand.self, AccountDeleteCommand.self,
            AccountRegistrationCommand.self,
        ])

    static let path = "/api/v1/accounts"

    static func check(_ id: String) throws {
        guard AccountID(id) != nil else { throw ValidationError("The id is the one that account list shows.") }
    }
}

extension AccountBody {
    static let header = ["ID", "E-MAIL", "ROLE", "OF", "STATE", "CODES", "MADE"]

    var cells: [String] {
        [
            id, email, role, laboratory ?? profileId ?? "", state, mfaEnabled ? "asked" : "",
            String(createdAt.prefix(10)),
        ]
    }
}
