import ArgumentParser
import FairKitCore

/// `fairkit result …`: results, in the role of their laboratory or of their readers.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract: "Add a laboratory's results; list, show and correct them.",
        discussion: """
            Examples:
              fairkit result import --laboratory "Nairobi Central" november.csv
              fairkit result list
              fairkit result show 0193…
            """,
        subcommands: [
            ResultAddCommand.self, ResultImportCommand.self, ResultListCommand.self, ResultShowCommand.self,
            ResultCorrectCommand.self, ResultReleaseCommand.self, ResultHoldTimeCommand.self,
            ResultJumpFactorCommand.self, ResultMolarMassCommand.self,
            NoteCommands.OfResult.self,
        ])

    static let path = "/api/v1/results"

    static func check(_ id: String) throws {
        guard ResultID(id) != nil else {
            throw ValidationError("This is not the id of a result. fairkit result list shows the ids.")
        }
    }
}
