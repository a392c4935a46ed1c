import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account …`: people who sign in.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Invite people, and help if an account is lost or misused.",
        discussion: """
            Examples:
              fairkit account invite --role clinician --email grace@example.org
              fairkit account list
              fairkit account suspend 0193…
              fairkit api POST accounts/0193…/resume
            """,
        subcommands: [
            AccountInviteCommand.self, AccountListCommand.self, AccountResetMFACommand.self,
            AccountSuspendCommand.self,
        ])

    static let path = "/api/v1/accounts"

    static func check(_ id: String) throws {
        guard AccountID(id) != nil else {
            throw ValidationError("This is not the id of an account. fairkit account list shows the ids.")
        }
    }
}

extension AccountBody {
    static let header = ["ID", "NAME", "E-MAIL", "ROLE", "PROFILE/LAB", "STATE", "2FA", "CREATED", "LAST SIGN-IN"]

    var cells: [String] {
        [
            id, name ?? "", email, role, laboratory ?? profileId ?? "", state, mfaEnabled ? "on" : "off",
            String(createdAt.prefix(10)), lastSignInAt.map(minute) ?? "never",
        ]
    }
}
