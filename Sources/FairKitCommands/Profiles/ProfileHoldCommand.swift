import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit profile hold`
struct ProfileHoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep a person's record from being erased, or say whether it is kept.",
        discussion: """
            Where the law or a court demands that a record is kept. The reason names that, and says nothing of anybody's health; only \
            administrators see it.

            Examples:
              fairkit profile hold 0193…
              fairkit profile hold 0193… --reason "High Court of Kenya, E017 of 2026"
              fairkit profile hold 0193… --release
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: "Why it is kept. It is kept from now on.")
    var reason: String?

    @Flag(help: "Let it go.")
    var release = false

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        try ProfileCommand.check(id)
        guard reason == nil || !release else { throw ValidationError("Either --reason or --release.") }
    }

    func run() async throws {
        let path = "/api/v1/profiles/\(id)/hold"
        let reply = try await options.settings().withServer { [reason, release] client -> Reply? in
            if let reason { return try await client.put(path, json: HoldRequest(reason: reason)) }
            guard release else { return try await client.get(path) }
            try await client.delete(path)
            return nil
        }
        guard let reply else { return print("\(id) may be erased from now on.") }
        if json { return print(reply.text) }
        let hold = try reply.decode(HoldBody.self)
        print("\(id) is kept since \(hold.since): \(hold.reason.printable)")
    }
}
