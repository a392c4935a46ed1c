import ArgumentParser

/// `fairkit kit …`: kits and their codes.
struct KitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kit", abstract: "Issue and track kits, review photos, check codes.",
        discussion: """
            Examples:
              fairkit kit new --count 500 --shipped >codes.txt
              fairkit kit list --due overdue
              fairkit kit status FU-KIT-2025110701-X received
            """,
        subcommands: [
            KitNewCommand.self, KitIssueCommand.self, KitListCommand.self, KitShowCommand.self, KitStatusCommand.self,
            KitPhotoCommand.self, KitReviewCommand.self, KitAssignCommand.self, KitCheckCommand.self,
            KitIssuedOnlyCommand.self, NoteCommands.OfKit.self,
        ])
}
