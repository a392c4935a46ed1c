import ArgumentParser
import FairKitAPI

/// `fairkit kit new`
struct KitNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Issue kits with new codes, and print the codes, one per line.",
        discussion: """
            Examples:
              fairkit kit new
              fairkit kit new --count 500 --shipped >codes.txt
              fairkit kit new --count 500 --use-by 2028-06-30 --laboratory Nairobi
              fairkit kit new --count 500 --with-secrets >codes-and-secrets.txt
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The number of kits.")
    var count = 1

    @Flag(help: "The kits are already shipped.")
    var shipped = false

    @Flag(
        help:
            "Give each kit an activation secret, which is printed after its code, only once. The kit can't be registered without it."
    )
    var withSecrets = false

    @OptionGroup var destination: KitDestination

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(count) else { throw ValidationError("--count is 1 to 100000.") }
    }

    func run() async throws {
        let status = shipped ? "shipped" : "issued"
        let json = json
        let batches = stride(from: 0, to: count, by: KitBatchRequest.largest).map {
            KitBatchRequest(
                count: min(KitBatchRequest.largest, count - $0), status: status, secrets: withSecrets,
                laboratory: destination.laboratory, useBy: destination.useBy)
        }
        try await options.settings().withServer { client in
            var made = KitBatchBody(items: [])
            // The kits that were issued are shown even if a later batch fails.
            defer { if json, let line = try? jsonLine(made) { print(line) } }
            try await client.issue(batches) { outcomes in
                made.items += outcomes.items
                if !json {
                    for item in outcomes.items {
                        print([item.kitCode, item.secret].compactMap(\.self).joined(separator: " "))
                    }
                }
            }
        }
    }
}
