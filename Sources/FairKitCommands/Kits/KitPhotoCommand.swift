import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit kit photo`
struct KitPhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Save the photo of a kit that needs a review.",
        discussion: """
            FairKit keeps a grey copy of a photo that could not be read for 30 days. Only the owner can read the file (mode 0600). The \
            audit log records the access.

            Example:
              fairkit kit photo FU-KIT-2025110701-X --output kit.jpg
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Option(help: "The file to create.", completion: .file())
    var output: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func run() async throws {
        guard force || !FileManager.default.fileExists(atPath: output) else {
            throw OperatorError("\(output) exists already. Name another file, or replace it with --force.")
        }
        let code = code
        let photo = try await options.settings().withServer { client in
            let kit = try await client.kit(code).decode(KitBody.self)
            guard kit.needsReview else {
                throw OperatorError("The kit \(kit.kitCode) needs no review, so no photo of it is kept.")
            }
            return try await client.get("/api/v1/test-kits/\(kit.id)/photo")
        }
        try writePrivately(photo.body, to: output, replacing: force)
        note("The photo is in \(output), \(size(photo.body.count)).")
    }
}
