import ArgumentParser

/// `fairkit kit …`: kits and their codes.
struct KitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kit", abstract: "Issue kits, and check codes.",
        discussion: """
            Examples:
              fairkit kit new --count 500 --shipped >codes.txt
              fairkit api test-kits -f overdue=true --table kitCode,status,sendBy
              fairkit api test-kits/search -f kitCode=FU-KIT-2025110701-X
            """,
        subcommands: [
            KitNewCommand.self, KitIssueCommand.self, KitCheckCommand.self,
        ])
}
