import ArgumentParser
import FairKitAPI

/// `fairkit kit assign`
struct KitAssignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Assign kits to a laboratory.",
        discussion: """
            A laboratory that has kits of its own sees no others. One that has none sees those that are assigned to nobody. Results are taken from \
            every laboratory, whose kit it is.

            Examples:
              fairkit kit assign FU-KIT-2025110701-X --laboratory "Nairobi Central"
              fairkit kit assign FU-KIT-2025110701-X --to-nobody
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kits' codes.")
    var codes: [String]

    @Option(help: "The laboratory's name.")
    var laboratory: String?

    @Flag(help: "To no laboratory any more.")
    var toNobody = false

    @Flag(help: "Answer as JSON, one object a line.")
    var json = false

    func validate() throws {
        guard (laboratory == nil) == toNobody else { throw ValidationError("Name --laboratory, or --to-nobody.") }
    }

    func run() async throws {
        let (codes, body, json) = (codes, KitAssignmentRequest(laboratory: laboratory), json)
        try await options.settings().withServer { client in
            for code in codes {
                let kit = try await client.kit(code).decode(KitBody.self)
                let reply = try await client.put("/api/v1/test-kits/\(kit.id)/laboratory", json: body)
                print(json ? reply.text : "\(kit.code)  \(body.laboratory ?? "nobody")".printable)
            }
        }
    }
}
