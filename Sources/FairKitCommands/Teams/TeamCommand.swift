import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer

/// `fairkit team …`: the people whom escalations tell.
struct TeamCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team", abstract: "Manage teams and their members.",
        discussion: """
            Examples:
              fairkit team create on-call --time-zone Africa/Nairobi
              fairkit team add on-call grace@example.org
              fairkit team list
            """,
        subcommands: [
            TeamListCommand.self, TeamShowCommand.self, TeamCreateCommand.self, TeamChangeCommand.self,
            TeamAddCommand.self, TeamRemoveCommand.self, TeamDeleteCommand.self, TeamContactCommand.self,
        ])

    static let path = "/api/v1/teams"

    /// The path of a team, and of a part of it.
    static func path(_ name: String, _ part: String = "") -> String { "\(path)/\(name.percentEncoded)\(part)" }
}

/// The options of every command about one team.
struct TeamOptions: ParsableArguments {
    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The team.", valueName: "team"))
    var name: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    /// Prints a team as the server sent it.
    func show(_ reply: Reply) throws {
        if json { print(reply.text) } else { try reply.decode(TeamBody.self).show() }
    }
}

extension LocalClient {
    func team(_ name: String) async throws -> TeamBody {
        try await get(TeamCommand.path(name)).decode(TeamBody.self)
    }

    /// The account of a member, by its id or its e-mail address.
    func member(_ text: String, of team: TeamBody) throws(OperatorError) -> String {
        let member = team.members.first { $0.accountId == text.lowercased() || $0.email == text.lowercased() }
        guard let member else {
            throw OperatorError(
                "This account is not a member of \(team.name). fairkit team show \(team.name) lists the members.")
        }
        return member.accountId
    }
}

extension TeamBody {
    static let header = ["TEAM", "MEMBERS", "SHIFTS", "TIME ZONE", "NEXT GAP", "DESCRIPTION"]

    var cells: [String] {
        [
            name, "\(members.count)", shiftCount == 0 ? "all on call" : "\(shiftCount)", timeZone,
            gaps.first.map { minute($0.from) } ?? "–", orDash(description),
        ]
    }

    func show() {
        showFacts([
            ("team", name), ("description", description), ("time zone", timeZone),
            ("shifts", shiftCount == 0 ? "none: all members are on call" : "\(shiftCount)"),
        ])
        Table(["ACCOUNT", "NAME", "E-MAIL", "ROLE", "CAN BE ON CALL", "CAN SIGN IN"], members.map(\.cells)).show()
        warn(ofThoseWhoCannotSignIn: members)
        warn(of: gaps, in: name)
    }
}

extension TeamMemberBody {
    var cells: [String] {
        [accountId, orDash(name), email, role, canBeOnCall ? "yes" : "no", canSignIn ? "yes" : "no"]
    }
}

/// Prints who could not acknowledge an alert at once.
func warn(ofThoseWhoCannotSignIn members: [TeamMemberBody]) {
    let names = members.filter { $0.canBeOnCall && !$0.canSignIn }.map(\.email)
    guard !names.isEmpty else { return }
    print("WARNING: without a second factor yet, so they set it up before they can acknowledge an alert:")
    for name in names { print("  \(name)") }
}

/// Prints when no one is on call in the next 14 days.
func warn(of gaps: [TimeRangeBody], in team: String) {
    guard !gaps.isEmpty else { return }
    print("WARNING: no one of \(team) is on call at these times (UTC), so its steps of an escalation reach no one:")
    for gap in gaps.prefix(10) { print("  \(minute(gap.from)) to \(minute(gap.until))") }
    if gaps.count > 10 { print("  and \(gaps.count - 10) more in the next 14 days") }
}
