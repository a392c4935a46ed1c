import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials

/// `fairkit oncall import`
struct OnCallImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replace all shifts of a team by the events of an iCalendar file.",
        discussion: """
            An event's attendee, or the e-mail address in its title, has to be a member of the team. If an event can't be \
            imported, none is, and the message names its line.

            Example:
              fairkit oncall import on-call shifts.ics
            """)

    @OptionGroup var team: TeamOptions

    @Argument(help: "The iCalendar file; - is standard input.", completion: .file())
    var file: String

    func run() async throws {
        let (path, body) = (TeamCommand.path(team.name, "/calendar.ics"), try wholeFile(file))
        let reply = try await team.options.settings().withServer {
            try await $0.putIfUnchanged(path, (body, "text/calendar", nil))
        }
        if team.json { return print(reply.text) }
        let set = try reply.decode(ShiftsBody.self)
        print("The team has \(set.shifts.count) shifts now.")
        warn(of: set.gaps, in: team.name)
    }
}

/// `fairkit oncall export`
struct OnCallExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print who is on call as an iCalendar file.",
        discussion: """
            The file has an event for each time that a member is on call, with overrides. With --shifts it has the shifts as recurring \
            events, to change them in a calendar program and import them again.

            Examples:
              fairkit oncall export on-call > on-call.ics
              fairkit oncall export on-call --shifts > shifts.ics
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team.", valueName: "team"))
    var name: String

    @Flag(help: "Print the shifts as recurring events.")
    var shifts = false

    @Option(help: ArgumentHelp("The first time, in UTC. Without it: 31 days ago.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("The last time, in UTC. Without it: in 366 days.", valueName: "time"))
    var until: String?

    func validate() throws {
        try OnCallCommand.check(from, named: "from")
        try OnCallCommand.check(until, named: "until")
        guard !shifts || (from == nil && until == nil) else {
            throw ValidationError("--from and --until choose times; --shifts prints all shifts.")
        }
    }

    func run() async throws {
        let parameters = query([("from", from), ("until", until), ("shifts", shifts ? "true" : nil)])
        let path = TeamCommand.path(name, "/calendar.ics") + parameters
        let reply = try await options.settings().withServer { try await $0.get(path) }
        print(reply.text, terminator: "")
    }
}
