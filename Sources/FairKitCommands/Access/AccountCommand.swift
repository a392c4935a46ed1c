import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account …`: people who sign in.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Invite people who sign in; list, show, suspend, sign out and delete their accounts.",
        subcommands: [
            AccountInviteCommand.self, AccountInvitationsCommand.self, AccountApproveCommand.self,
            AccountRevokeCommand.self, AccountListCommand.self, AccountShowCommand.self, AccountSuspendCommand.self,
            AccountResumeCommand.self,
            AccountSignOutCommand.self, AccountResetMFACommand.self, AccountDeleteCommand.self,
            AccountRegistrationCommand.self, AccountInactivityCommand.self,
        ])

    static let path = "/api/v1/accounts"

    static func check(_ id: String) throws {
        guard AccountID(id) != nil else { throw ValidationError("The id is the one that account list shows.") }
    }
}

extension AccountBody {
    static let header = ["ID", "NAME", "E-MAIL", "ROLE", "OF", "STATE", "CODES", "MADE", "LAST SIGN-IN"]

    var cells: [String] {
        [
            id, name ?? "", email, role, laboratory ?? profileId ?? "", state, mfaEnabled ? "asked" : "",
            String(createdAt.prefix(10)), lastSignInAt.map(minute) ?? "never",
        ]
    }
}
