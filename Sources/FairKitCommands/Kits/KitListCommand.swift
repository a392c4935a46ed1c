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
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "Only those in this status.", completion: .list(KitStatus.allCases.map(\.rawValue)))
    var status: String?

    @Flag(help: "Only those whose photo a laboratory has to compare.")
    var needsReview = false

    @Option(help: "Only those of this profile, by its id.")
    var profile: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard status.map({ KitStatus(rawValue: $0) != nil }) ?? true else {
            throw ValidationError("--status is one of: \(KitStatus.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run() async throws {
        let filters = [("status", status), ("needsReview", needsReview ? "true" : nil), ("profileId", profile)]
        let json = json
        try await options.settings().withServer { client in
            let path = "/api/v1/test-kits"
            if json {
                print(try jsonLine(Listed(items: try await client.everything(path, filters, of: JSONTree.self))))
            } else {
                let kits = try await client.everything(path, filters, of: KitReply.self)
                Table(
                    ["CODE", "STATUS", "PROFILE", "REVIEW"],
                    kits.map { [$0.code, $0.status, orDash($0.profileId), $0.needsReview ? "needed" : ""] }
                ).show()
            }
        }
    }
}
