import ArgumentParser

/// `fairkit kit …`: kits, and what can be told of their codes.
struct KitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kit", abstract: "Issue kits, follow them, review photos, check codes.",
        subcommands: [
            KitNewCommand.self, KitIssueCommand.self, KitListCommand.self, KitShowCommand.self, KitStatusCommand.self,
            KitAssignCommand.self,
            KitReviewCommand.self, KitPhotoCommand.self, KitCheckCommand.self, KitIssuedOnlyCommand.self,
        ])
}
