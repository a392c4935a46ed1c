import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials

/// `fairkit oncall export`
struct OnCallExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print who is on call as an iCalendar file.",
        discussion: """
            The file has an event for each time that a member is on call, with overrides.

            Example:
              fairkit oncall export on-call > on-call.ics
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team.", valueName: "team"))
    var name: String

    @Option(help: ArgumentHelp("The first time, in UTC. Without it: 31 days ago.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("The last time, in UTC. Without it: in 366 days.", valueName: "time"))
    var until: String?

    func validate() throws {
        try OnCallCommand.check(from, named: "from")
        try OnCallCommand.check(until, named: "until")
    }

    func run() async throws {
        let path = TeamCommand.path(name, "/calendar.ics") + query([("from", from), ("until", until)])
        let reply = try await options.settings().withServer { try await $0.get(path) }
        print(reply.text, terminator: "")
    }
}
