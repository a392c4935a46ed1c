import ArgumentParser
import FairKitAPI

/// `fairkit team list`
struct TeamListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the teams, with the next time at which no one is on call.",
        discussion: """
            Example:
              fairkit team list
            """)

    @OptionGroup var options: StoreOptions
    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let teams = try await options.settings().withServer {
            try await $0.get(TeamCommand.path).decode(ListBody<JSONTree>.self).items
        }
        try showList(teams, json: json, TeamBody.header) { (team: TeamBody) in team.cells }
    }
}

/// `fairkit team show`
struct TeamShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a team, its members, and when no one is on call.",
        discussion: """
            Example:
              fairkit team show on-call
            """)

    @OptionGroup var team: TeamOptions

    func run() async throws {
        let path = TeamCommand.path(team.name)
        try team.show(try await team.options.settings().withServer { try await $0.get(path) })
    }
}
