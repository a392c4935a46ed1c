import ArgumentParser

/// `fairkit result …`: results, as the laboratory whose they are.
struct ResultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "result", abstract: "Add a laboratory's results, one or a file of them.",
        subcommands: [ResultAddCommand.self, ResultImportCommand.self])
}
