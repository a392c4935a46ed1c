import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit oncall override …`
struct OnCallOverrideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "override", abstract: "Put a member on call for a while, instead of others.",
        discussion: """
            Examples:
              fairkit oncall override add on-call ada@example.org \\
                --until 2026-12-24T08:00:00Z
              fairkit oncall override list on-call
            """,
        subcommands: [Add.self, List.self, Remove.self])

    private static func path(_ team: String) -> String { TeamCommand.path(team, "/overrides") }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Put a member on call until a time.",
            discussion: """
                The member replaces all members whose shift it is, or with --replaces one of them.

                Examples:
                  fairkit oncall override add on-call ada@example.org \\
                    --until 2026-12-24T08:00:00Z
                  fairkit oncall override add on-call ada@example.org \\
                    --replaces ben@example.org --until 2026-12-25T08:00:00Z
                """)

        @OptionGroup var team: TeamOptions
        @Argument(help: "The member's e-mail address or account id.")
        var account: String
        @Option(help: ArgumentHelp("The member who is not on call meanwhile.", valueName: "account"))
        var replaces: String?
        @Option(help: ArgumentHelp("The start, in UTC. Without it: now.", valueName: "time"))
        var from: String?
        @Option(help: ArgumentHelp("The end, in UTC.", valueName: "time"))
        var until: String
        @Option(help: ArgumentHelp("Why, for the other members.", valueName: "text"))
        var note: String?

        func validate() throws {
            try OnCallCommand.check(from, named: "from")
            try OnCallCommand.check(until, named: "until")
        }

        func run() async throws {
            let (name, account, replaces) = (team.name, account, replaces)
            let (from, until, note) = (from, until, note)
            let reply = try await team.options.settings().withServer { client in
                let team = try await client.team(name)
                let body = OverrideRequest(
                    accountId: try client.member(account, of: team),
                    replaces: try replaces.map { try client.member($0, of: team) }, from: from, until: until,
                    note: note)
                return try await client.post(OnCallOverrideCommand.path(name), json: body)
            }
            if team.json { print(reply.text) } else { print(try reply.decode(OverrideBody.self).id) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the overrides of a team that have not ended.",
            discussion: """
                Example:
                  fairkit oncall override list on-call
                """)

        @OptionGroup var team: TeamOptions

        func run() async throws {
            let path = OnCallOverrideCommand.path(team.name)
            let found = try await team.options.settings().withServer {
                try await $0.get(path).decode(ListBody<JSONTree>.self).items
            }
            let header = ["ID", "ACCOUNT", "REPLACES", "FROM", "UNTIL", "NOTE"]
            try showList(found, json: team.json, header) { (override: OverrideBody) in
                [
                    override.id, override.accountId, override.replaces ?? "all", minute(override.from),
                    minute(override.until), orDash(override.note),
                ]
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an override.",
            discussion: """
                Example:
                  fairkit oncall override remove on-call 0193…
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: ArgumentHelp("The team.", valueName: "team"))
        var name: String
        @Argument(help: "The override's id.")
        var id: String

        func validate() throws {
            guard OnCallOverrideID(id) != nil else {
                throw ValidationError(
                    "This is not the id of an override. fairkit oncall override list shows the ids.")
            }
        }

        func run() async throws {
            let path = "\(OnCallOverrideCommand.path(name))/\(id)"
            try await options.settings().withServer { try await $0.delete(path) }
            print("Removed.")
        }
    }
}
