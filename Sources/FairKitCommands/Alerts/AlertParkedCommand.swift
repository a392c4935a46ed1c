import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert parked`
struct AlertParkedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parked",
        abstract: "List parked deliveries (dead letters), and why each failed last.",
        discussion: """
            Nobody gets them until alert redrive. Critical alerts are never parked.

            Example:
              fairkit alert parked --group default
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The consumer group.")
    var group = "default"

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Reply: Decodable {
        struct Failure: Decodable {
            let reason: String?
        }
        let deliveryId: String
        let alertId: String
        let band: Int
        let deliveryAttempts: Int
        let parkedAt: String
        let failures: [Failure]
    }

    func run() async throws {
        let (path, json) = ("/api/v1/alert-groups/\(group.percentEncoded)/parked", json)
        try await options.settings().withServer { client in
            if json {
                print(try jsonLine(Listed(items: try await client.everything(path, of: JSONTree.self))))
            } else {
                let parked = try await client.everything(path, of: Reply.self)
                Table(
                    ["DELIVERY", "BAND", "ALERT", "PARKED", "ATTEMPTS", "LAST REASON"],
                    parked.map {
                        [
                            $0.deliveryId, "\($0.band)", $0.alertId, minute($0.parkedAt), "\($0.deliveryAttempts)",
                            $0.failures.first.map { $0.reason ?? "lease expired" } ?? "",
                        ]
                    }
                ).show()
            }
        }
    }
}
