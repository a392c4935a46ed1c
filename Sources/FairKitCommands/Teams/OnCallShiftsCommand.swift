import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials
import NIOHTTP1

/// `fairkit oncall shifts`
struct OnCallShiftsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shifts", abstract: "Show a team's shifts, or replace all of them.",
        discussion: """
            Times are those of a clock in the team's time zone: they stay the same when summer time begins or ends. Print the shifts \
            with --json, change them, and set them again.

            Examples:
              fairkit oncall shifts on-call
              fairkit oncall shifts on-call --json > shifts.json
              fairkit oncall shifts on-call --set shifts.json
            """)

    @OptionGroup var team: TeamOptions

    @Option(
        help: "Replace all shifts by those of a file in the form of --json; - is standard input.", completion: .file())
    var set: String?

    func run() async throws {
        let path = TeamCommand.path(team.name, "/shifts")
        let file = try set.map { try wholeFile($0) }
        let reply = try await team.options.settings().withServer { client in
            guard let file else { return try await client.get(path) }
            return try await client.putIfUnchanged(path, try shifts(in: file))
        }
        if team.json { return print(reply.text) }
        let body = try reply.decode(ShiftsBody.self)
        let header = ["ACCOUNT", "DAYS", "START", "END", "EVERY", "FROM", "UNTIL"]
        Table(header, body.shifts.map(\.cells)).show()
        warn(of: body.gaps, in: team.name)
    }

    /// The request, and the version that the file was made of; nil: it names none.
    private func shifts(in file: Data) throws -> (body: Data, type: String, version: Int?) {
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: file), case .object(let members) = tree else {
            throw OperatorError("The file is not a JSON object with the member shifts.")
        }
        var version: Int?
        if case .number(let number)? = members["version"] { version = Int("\(number)") }
        let body = JSONTree.object(members.filter { $0.key == "shifts" })
        return (try JSONEncoder().encode(body), "application/json", version)
    }
}

extension LocalClient {
    /// Sends a new content of a resource, if its version is still the one that it was made of.
    func putIfUnchanged(_ path: String, _ content: (body: Data, type: String, version: Int?)) async throws -> Reply {
        var request = request(.PUT, path, as: .administrator)
        request.headers += [
            ("Content-Type", content.type), ("If-Match", content.version.map { "\"\($0)\"" } ?? "*"),
        ]
        request.body = content.body
        return try await answer(to: request, repeatable: false)
    }
}

extension ShiftBody {
    fileprivate var cells: [String] {
        let days = weekdays.count == 7 ? "daily" : weekdays.map { String($0.prefix(3)) }.joined(separator: ",")
        let end = (self.days ?? 0) == 0 ? end : "\(end) +\(self.days ?? 0)d"
        let every = everyWeeks.map { $0 == 1 ? "week" : "\($0) weeks" } ?? "week"
        return [accountId, days, start, end, every, orDash(from), orDash(until)]
    }
}
