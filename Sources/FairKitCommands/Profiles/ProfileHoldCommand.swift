import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile hold`
struct ProfileHoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Set, show or release a legal hold, which prevents that a record is erased.",
        discussion: """
            Use it if the law or a court requires that a record is kept. Give that as the reason, without health data. Only administrators \
            see the reason.

            Examples:
              fairkit profile hold 0193…
              fairkit profile hold 0193… --reason "High Court of Kenya, E017 of 2026"
              fairkit profile hold 0193… --release
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: "Set a legal hold, for this reason.")
    var reason: String?

    @Flag(help: "Release the legal hold.")
    var release = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard reason == nil || !release else { throw ValidationError("Give either --reason or --release.") }
    }

    func run() async throws {
        let path = "/api/v1/profiles/\(id)/hold"
        let reply = try await options.settings().withServer { [reason, release] client -> Reply? in
            if let reason { return try await client.put(path, json: HoldRequest(reason: reason)) }
            guard release else { return try await client.get(path) }
            try await client.delete(path)
            return nil
        }
        guard let reply else { return print("The legal hold was released. \(id) can be erased now.") }
        if json { return print(reply.text) }
        let hold = try reply.decode(HoldBody.self)
        print("\(id) has a legal hold since \(hold.since): \(hold.reason.printable)")
    }
}
