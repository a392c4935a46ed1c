import ArgumentParser
import FairKitAPI
import FairKitServer
import FoundationEssentials

/// `fairkit kit photo`
struct KitPhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Write the photo of a kit that has to be reviewed to a file.",
        discussion: """
            It is a grey copy of the photo that could not be read, kept for 30 days. The file is for its owner's eyes only (mode 0600). \
            It is on record that it was read.

            Example:
              fairkit kit photo FU-KIT-2025110701-X --output kit.jpg
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The kit's code.")
    var code: String

    @Option(help: "The file to be made.", completion: .file())
    var output: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    func run() async throws {
        guard force || !FileManager.default.fileExists(atPath: output) else {
            throw OperatorError("\(output) is there already. Name another file, or replace it with --force.")
        }
        let code = code
        let photo = try await options.settings().withServer { client in
            let kit = try await client.kit(code).decode(KitBody.self)
            guard kit.needsReview else {
                throw OperatorError("The kit \(kit.code) does not have to be reviewed, so no photo of it is kept.")
            }
            return try await client.get("/api/v1/test-kits/\(kit.id)/photo")
        }
        try writePrivately(photo.body, to: output, replacing: force)
        note("\(output) is the photo, \(size(photo.body.count)).")
    }
}
