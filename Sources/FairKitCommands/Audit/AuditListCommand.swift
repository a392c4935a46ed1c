import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit audit list`
struct AuditListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the entries of the audit log, newest first.",
        discussion: """
            Entries hold ids and no names. The audit log records that it was read. To keep the whole log in another place, use fairkit \
            audit export.

            Examples:
              fairkit audit list
              fairkit audit list --profile 0193… --from 2026-11-01T00:00:00Z
              fairkit audit list --outcome denied --limit 500 --json
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Only entries from this time on: 2026-11-01T00:00:00Z.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Only entries before this time.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("Only entries about this person, by the profile's id.", valueName: "id"))
    var profile: String?

    @Option(help: ArgumentHelp("Only entries of this key or account, by its id.", valueName: "id"))
    var actor: String?

    @Option(
        help: "Only entries of this action, such as result.read.",
        completion: .list(AuditAction.allCases.map(\.rawValue)))
    var action: String?

    @Option(
        help: "Only entries with this outcome: \(AuditOutcome.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(AuditOutcome.allCases.map(\.rawValue)))
    var outcome: String?

    @Flag(help: "Only entries that break-glass access allowed.")
    var breakGlass = false

    @Option(help: "The maximum number of entries.")
    var limit = 50

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
        guard profile.map({ ProfileID($0) != nil }) ?? true else {
            throw ValidationError("--profile is the id of a profile.")
        }
        guard action.map({ AuditAction(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--action is an action of the audit, such as result.read.")
        }
        guard outcome.map({ AuditOutcome(rawValue: $0) != nil }) ?? true else {
            let outcomes = AuditOutcome.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--outcome is one of: \(outcomes).")
        }
    }

    func run() async throws {
        let filters = [
            ("from", from), ("to", to), ("patientId", profile), ("actor", actor), ("action", action),
            ("outcome", outcome), ("breakGlass", breakGlass ? "true" : nil),
        ]
        let limit = limit
        let found = try await options.settings().withServer {
            try await $0.everything("/api/v1/audit", filters, of: JSONTree.self, most: limit)
        }
        try showList(found, json: json, ["NUMBER", "AT", "ACTION", "OUTCOME", "BY", "ABOUT"]) { (entry: AuditBody) in
            [
                "\(entry.number)", minute(entry.at), entry.action, entry.outcome, actor(of: entry),
                entry.patientId ?? orDash(entry.object),
            ]
        }
    }

    private func actor(of entry: AuditBody) -> String {
        let id = entry.accountId ?? entry.keyId
        let name = id == "\(ActorID.machine)" ? "this machine" : id
        let words = [entry.role, name ?? entry.address].compactMap { $0 }
        return words.isEmpty ? "the server" : words.joined(separator: " ")
    }
}
