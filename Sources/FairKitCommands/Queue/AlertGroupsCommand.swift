import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer

/// `fairkit alert groups …`
struct AlertGroupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups", abstract: "List, create, change and remove consumer groups.",
        discussion: """
            Examples:
              fairkit alert groups
              fairkit alert groups create paging --bands 0,1
              fairkit alert groups webhook set paging \\
                --url https://pager.example.org/fairkit
            """,
        subcommands: [List.self, Create.self, Change.self, Remove.self, AlertWebhookCommand.self],
        defaultSubcommand: List.self)

    fileprivate static let path = "/api/v1/alert-groups"

    /// A group's settings, as options.
    struct Settings: ParsableArguments {
        @Option(help: ArgumentHelp("The bands whose alerts it gets, such as 0,1.", valueName: "bands"))
        var bands: String?

        @Option(help: ArgumentHelp("The lease of a critical alert: 5 to 900 seconds.", valueName: "seconds"))
        var criticalLease: Int?

        @Option(help: ArgumentHelp("The lease of another alert: 5 to 900 seconds.", valueName: "seconds"))
        var lease: Int?

        @Option(
            help: ArgumentHelp(
                "Critical deliveries that one consumer may hold leased at a time: 1 to 1000.", valueName: "count"))
        var criticalMaxInFlight: Int?

        @Option(
            help: ArgumentHelp(
                "Other deliveries that one consumer may hold leased at a time: 1 to 1000.", valueName: "count"))
        var maxInFlight: Int?

        @Option(
            help: ArgumentHelp(
                "Include open alerts that were raised at this time or later. Without it: only new alerts.",
                valueName: "time"
            ))
        var from: String?

        fileprivate func body(name: String? = nil, enabled: Bool? = nil) throws -> GroupRequest {
            let parts = bands?.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = parts?.compactMap { Int($0) }
            guard numbers?.count == parts?.count else { throw OperatorError("--bands is a list such as 0,1.") }
            guard from.map({ Timestamp($0) != nil }) ?? true else {
                throw OperatorError("--from is a time in UTC, such as 2026-11-21T08:00:00Z.")
            }
            return GroupRequest(
                name: name, enabled: enabled, from: from, bands: numbers, criticalLeaseSeconds: criticalLease,
                leaseSeconds: lease,
                criticalMaxInFlight: criticalMaxInFlight, maxInFlight: maxInFlight)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the groups.",
            discussion: """
                Example:
                  fairkit alert groups
                """)

        @OptionGroup var options: StoreOptions
        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let groups = try await options.settings().withServer {
                try await $0.get(AlertGroupsCommand.path).decode(ListBody<JSONTree>.self).items
            }
            try showList(groups, json: json, GroupBody.header) { (group: GroupBody) in group.cells }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a consumer group, which gets the alerts of its bands.",
            discussion: """
                Examples:
                  fairkit alert groups create paging --bands 0 --critical-lease 15
                  fairkit alert groups create ward --from 2026-11-21T08:00:00Z
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group's name: lower-case letters, digits, '.', '_' and '-'.")
        var name: String
        @OptionGroup var settings: Settings
        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let body = try settings.body(name: name)
            let reply = try await options.settings().withServer {
                try await $0.post(AlertGroupsCommand.path, json: body)
            }
            if json {
                print(reply.text)
            } else {
                Table(GroupBody.header, [try reply.decode(GroupBody.self).cells]).show()
            }
        }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change",
            abstract: "Change a group's settings, or switch it off and on.",
            discussion: """
                Settings that are not given stay as they are. If you switch a group off, its waiting deliveries end. Critical alerts \
                that no group has acked go to the other groups. The last group that gets critical alerts can't be switched off.

                Examples:
                  fairkit alert groups change paging --bands 0,1 --max-in-flight 20
                  fairkit alert groups change default --off
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group.")
        var name: String
        @Flag(help: "Switch the group off: it gets no deliveries, and waiting ones end.")
        var off = false
        @Flag(help: "Switch the group on, from now or from --from.")
        var on = false
        @OptionGroup var settings: Settings
        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws {
            if on, off { throw ValidationError("Say --on or --off, and not both.") }
        }

        func run() async throws {
            let path = "\(AlertGroupsCommand.path)/\(name.percentEncoded)"
            let body = try settings.body(enabled: on || off ? on : nil)
            let reply = try await options.settings().withServer { try await $0.patch(path, json: body) }
            if json {
                print(reply.text)
            } else {
                Table(GroupBody.header, [try reply.decode(GroupBody.self).cells]).show()
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a group whose deliveries are all acked. Its history stays.",
            discussion: """
                Example:
                  fairkit alert groups remove paging
                """)

        @OptionGroup var options: StoreOptions
        @Argument(help: "The group.")
        var name: String

        func run() async throws {
            let path = "\(AlertGroupsCommand.path)/\(name.percentEncoded)"
            try await options.settings().withServer { try await $0.delete(path) }
            print("Removed.")
        }
    }
}

extension GroupBody {
    fileprivate static let header = ["GROUP", "STATE", "BANDS", "LEASE CRITICAL/OTHER", "MAX IN FLIGHT CRITICAL/OTHER"]

    fileprivate var cells: [String] {
        [
            name, enabled ? "on" : "off", bands.map { "\($0)" }.joined(separator: ","),
            "\(criticalLeaseSeconds)s / \(leaseSeconds)s",
            "\(criticalMaxInFlight) / \(maxInFlight)",
        ]
    }
}
