import ArgumentParser
import FairKitCore

/// `fairkit result …`: results, as the laboratory whose they are, or as those who read them.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract: "Add a laboratory's results, one or a file of them; list, show and correct them.",
        subcommands: [
            ResultAddCommand.self, ResultImportCommand.self, ResultListCommand.self, ResultShowCommand.self,
            ResultCorrectCommand.self, ResultReleaseCommand.self,
        ])

    static let path = "/api/v1/results"

    static func check(_ id: String) throws {
        guard ResultID(id) != nil else { throw ValidationError("The id is the one that result list shows.") }
    }
}
