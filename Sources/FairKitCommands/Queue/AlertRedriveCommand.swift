import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert redrive`
struct AlertRedriveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redrive",
        abstract: "Return parked deliveries to the queue.",
        discussion: """
            They go back to their old place in the queue, and their attempts start again at 0.

            Examples:
              fairkit alert redrive 17 18
              fairkit alert redrive --group default --all
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The ids of the deliveries, from alert parked.")
    var deliveries: [String] = []

    @Flag(help: "Redrive all parked deliveries.")
    var all = false

    @Option(help: "The consumer group.")
    var group = "default"

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard deliveries.isEmpty == all else { throw ValidationError("Name deliveries, or give --all.") }
    }

    func run() async throws {
        let path = "/api/v1/alert-groups/\(group.percentEncoded)/redrive"
        let (all, json) = (all, json)
        let parts = stride(from: 0, to: deliveries.count, by: 100).map { Array(deliveries.dropFirst($0).prefix(100)) }
        let redriven = try await options.settings().withServer { client in
            var redriven: [String] = []
            for part in parts {
                redriven += try await client.post(path, json: RedriveRequest(deliveryIds: part)).decode(
                    RedriveBody.self
                ).deliveryIds
            }
            while all {
                let ids = try await client.post(path, json: RedriveRequest(all: true)).decode(RedriveBody.self)
                    .deliveryIds
                if ids.isEmpty { break }
                redriven += ids
            }
            return redriven
        }
        print(json ? try jsonLine(RedriveBody(deliveryIds: redriven)) : "Redriven: \(redriven.count).")
        let missing = Set(deliveries).subtracting(redriven)
        if !missing.isEmpty {
            note("Not parked in this group: \(missing.sorted().joined(separator: ", ")).")
            throw ExitCode.failure
        }
    }
}
