import ArgumentParser
import FairKitAPI

/// `fairkit kit review`
struct KitReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Confirm that a registration is right whose photo could not be read.",
        discussion: """
            Compare the code with the photo first: fairkit kit photo. The patient then gets results that came before the registration, too.

            Example:
              fairkit kit review FU-KIT-2025110701-X
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let code = code
        let reply = try await options.settings().withServer { client in
            let kit = try await client.kit(code).decode(KitBody.self)
            return try await client.post("/api/v1/test-kits/\(kit.id)/review", repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(KitBody.self).show() }
    }
}
