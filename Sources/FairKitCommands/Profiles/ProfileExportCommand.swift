import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit profile export`
struct ProfileExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a person's whole record to a zip file.",
        discussion: """
            Use it for a request on paper: patients with an account can export their record themselves. The file holds health data, and is \
            not encrypted. Only its owner can read it (mode 0600). Hand it over, and remove it. The audit log records the export.

            Example:
              fairkit profile export 0193… --output /run/otieno.zip
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: "The file to create.", completion: .file())
    var output: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        let path = "/api/v1/profiles/\(id)/export"
        // Checked first: a record that can't be written is not read.
        guard force || !FileManager.default.fileExists(atPath: output) else {
            throw OperatorError("\(output) exists already. Name another file, or replace it with --force.")
        }
        let archive = try await options.settings().withServer { [id] in try await $0.get(path, as: .patient(id)) }
        try writePrivately(archive.body, to: output, replacing: force)
        note(
            "\(output) holds the person's record, \(size(archive.body.count)), unencrypted. Remove it after you have handed it over."
        )
    }
}
