import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit profile export`
struct ProfileExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that is kept about a person to a zip file.",
        discussion: """
            For somebody who asks on paper: patients can take their record along themselves. The file is for its owner's eyes only \
            (mode 0600), holds the person's results, and is not encrypted: hand it over, and remove it. It is on record that it was \
            made on this machine.

            Example:
              fairkit profile export 0193… --output /run/otieno.zip
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: "The file to be made.", completion: .file())
    var output: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        let path = "/api/v1/profiles/\(id)/export"
        // Before anybody is asked: a record that can't be written is not read.
        guard force || !FileManager.default.fileExists(atPath: output) else {
            throw OperatorError("\(output) is there already. Name another file, or replace it with --force.")
        }
        let archive = try await options.settings().withServer { [id] in try await $0.get(path, as: .patient(id)) }
        try writePrivately(archive.body, to: output, replacing: force)
        note(
            "\(output) holds what is kept about the person, \(size(archive.body.count)), in clear. Remove it once it is handed over."
        )
    }
}
