import ArgumentParser
import FairKitAPI

/// `fairkit kit assign`
struct KitAssignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assign",
        abstract: "Assign kits to a laboratory.",
        discussion: """
            A laboratory with assigned kits sees only these. A laboratory without any sees the kits that are not assigned. Every laboratory can \
            post results for every kit.

            Examples:
              fairkit kit assign FU-KIT-2025110701-X --laboratory "Nairobi Central"
              fairkit kit assign FU-KIT-2025110701-X --to-nobody
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kits' codes.")
    var codes: [String]

    @Option(help: "The laboratory's name.")
    var laboratory: String?

    @Flag(help: "Remove the assignment.")
    var toNobody = false

    @Flag(help: "Print the result as JSON, one object per line.")
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
                print(json ? reply.text : "\(kit.kitCode)  \(body.laboratory ?? "not assigned")".printable)
            }
        }
    }
}
