import ArgumentParser
import FairKitAPI

/// `fairkit kit new`
struct KitNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Issue kits under new codes, and print the codes, one a line.",
        discussion: """
            Examples:
              fairkit kit new
              fairkit kit new --count 500 --shipped >codes.txt
              fairkit kit new --count 500 --use-by 2028-06-30 --laboratory Nairobi
              fairkit kit new --count 500 --with-secrets >codes-and-secrets.txt
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "How many.")
    var count = 1

    @Flag(help: "They are on their way already.")
    var shipped = false

    @Flag(
        help:
            "Give each kit an activation secret, printed after its code this once: without it the kit can't be registered."
    )
    var withSecrets = false

    @OptionGroup var destination: KitDestination

    @Flag(help: "Answer as JSON.")
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
            // What was made is told, also when a later batch fails.
            defer { if json, let line = try? jsonLine(made) { print(line) } }
            try await client.issue(batches) { outcomes in
                made.items += outcomes.items
                if !json {
                    for item in outcomes.items {
                        print([item.code, item.secret].compactMap(\.self).joined(separator: " "))
                    }
                }
            }
        }
    }
}
