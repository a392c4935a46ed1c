import ArgumentParser
import FairKitAPI

/// `fairkit kit review`
struct KitReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Confirm the registration of a kit whose photo could not be read.",
        discussion: """
            First compare the code with the photo: fairkit kit photo. After the review, the patient sees all results of the kit, also those \
            from before the registration.

            Example:
              fairkit kit review FU-KIT-2025110701-X
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Flag(help: "Print the result as JSON.")
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
