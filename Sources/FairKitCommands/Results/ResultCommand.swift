import ArgumentParser

/// `fairkit result …`: results of laboratories.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract: "Import a laboratory's results.",
        discussion: """
            Examples:
              fairkit result import --laboratory "Nairobi Central" november.csv
              fairkit api results --as clinician --table testDate,kitCode,flag
            """,
        subcommands: [
            ResultImportCommand.self
        ])

    static let path = "/api/v1/results"
}
