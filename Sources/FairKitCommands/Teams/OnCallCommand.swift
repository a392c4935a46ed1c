import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit oncall …`: who is on call, and when.
struct OnCallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oncall", abstract: "Show who is on call; set shifts and overrides; export calendars.",
        discussion: """
            Examples:
              fairkit oncall who
              fairkit oncall override add on-call ada@example.org \\
                --until 2026-12-24T08:00:00Z
              fairkit oncall export on-call > on-call.ics
            """,
        subcommands: [
            OnCallWhoCommand.self, OnCallShiftsCommand.self, OnCallOverrideCommand.self, OnCallExportCommand.self,
            OnCallLinkCommand.self,
        ])

    /// Refuses a text that is not a time.
    static func check(_ text: String?, named name: String) throws {
        guard text.map({ Timestamp($0) != nil }) ?? true else {
            throw ValidationError("--\(name) is a time in UTC such as 2026-12-24T08:00:00Z.")
        }
    }
}

/// `fairkit oncall who`
struct OnCallWhoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "who", abstract: "Show who is on call, now or at another time, and who is next.",
        discussion: """
            Examples:
              fairkit oncall who
              fairkit oncall who on-call --at 2026-12-24T22:00:00Z
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team. Without it: all teams.", valueName: "team"))
    var name: String?

    @Option(help: ArgumentHelp("The time, in UTC. Without it: now.", valueName: "time"))
    var at: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try OnCallCommand.check(at, named: "at") }

    func run() async throws {
        let (name, at) = (name, at)
        let replies = try await options.settings().withServer { client in
            var names = name.map { [$0] } ?? []
            if name == nil {
                names = try await client.get(TeamCommand.path).decode(ListBody<TeamBody>.self).items.map(\.name)
            }
            var replies: [Reply] = []
            for name in names {
                replies.append(try await client.get(TeamCommand.path(name, "/on-call") + query([("at", at)])))
            }
            return replies
        }
        if json {
            for reply in replies { print(reply.text) }
            return
        }
        let bodies = try replies.map { try $0.decode(OnCallBody.self) }
        Table(["TEAM", "ON CALL", "E-MAIL", "UNTIL (UTC)"], bodies.flatMap(\.rows)).show()
        for body in bodies {
            warn(ofThoseWhoCannotSignIn: body.onCall)
            warn(of: body.gaps, in: body.team)
        }
    }
}

extension OnCallBody {
    fileprivate var rows: [[String]] {
        guard !onCall.isEmpty else { return [[team, "no one", "–", gaps.first.map { minute($0.until) } ?? "–"]] }
        return onCall.map { member in
            [team, member.name ?? member.accountId, member.email, end(of: member.accountId).map { minute($0) } ?? "–"]
        }
    }

    /// When the member is no longer on call without a break.
    private func end(of account: String) -> String? {
        var end: String?
        for period in periods {
            guard period.accountIds.contains(account), end == nil || end == period.from else { break }
            end = period.until
        }
        return end
    }
}
