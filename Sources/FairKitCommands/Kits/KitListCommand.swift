import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit kit list`
struct KitListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List kits, newest first.",
        discussion: """
            Examples:
              fairkit kit list --status registered
              fairkit kit list --needs-review
              fairkit kit list --overdue --laboratory "Nairobi Central"
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "Only those with this status.", completion: .list(KitStatus.allCases.map(\.rawValue)))
    var status: String?

    @Flag(help: "Only kits whose photo a laboratory has to review.")
    var needsReview = false

    @Option(help: "Only kits of this profile, by its id.")
    var profile: String?

    @Option(
        help: "Only registered kits whose sample is due: soon (within three days) or overdue.",
        completion: .list(KitDue.allCases.map(\.rawValue)))
    var due: String?

    @Flag(help: "Only kits whose sample was due and has not reached a laboratory, whether or not it was mailed.")
    var overdue = false

    @Option(help: ArgumentHelp("Only kits that are assigned to this laboratory.", valueName: "name"))
    var laboratory: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard due.map({ KitDue(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--due is soon or overdue.")
        }
        guard status.map({ KitStatus(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--status is one of: \(KitStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run() async throws {
        let filters = [
            ("status", status), ("needsReview", needsReview ? "true" : nil), ("profileId", profile), ("due", due),
            ("overdue", overdue ? "true" : nil), ("laboratory", laboratory),
        ]
        let found = try await options.settings().withServer {
            try await $0.everything("/api/v1/test-kits", filters, of: JSONTree.self)
        }
        try showList(found, json: json, ["CODE", "STATUS", "PROFILE", "SEND BY", "DUE", "LABORATORY", "REVIEW"]) {
            (kit: KitBody) in
            [
                kit.kitCode, kit.status, orDash(kit.profileId), orDash(kit.sendBy), orDash(kit.due),
                orDash(kit.laboratory), kit.needsReview ? "needed" : "",
            ]
        }
    }
}
