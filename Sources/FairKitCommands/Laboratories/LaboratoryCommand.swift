import ArgumentParser
import FairKitAPI

/// `fairkit laboratory …`: the laboratories that report results.
struct LaboratoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "laboratory", abstract: "List laboratories, and set what reports print of them.",
        discussion: """
            The first API key or account of a laboratory adds it.

            Examples:
              fairkit laboratory list
              fairkit laboratory set Nairobi --phone +254700000000 --director "Dr. Otieno"
            """,
        subcommands: [LaboratoryListCommand.self, LaboratorySetCommand.self])

    static let path = "/api/v1/laboratories"
}

extension LaboratoryBody {
    static let header = ["LABORATORY", "ADDRESS", "PHONE", "DIRECTOR"]

    var cells: [String] {
        [name, orDash(address?.split(separator: "\n").joined(separator: ", ")), orDash(phone), orDash(director)]
    }
}

/// `fairkit laboratory list`
struct LaboratoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the laboratories, the one that was added first first.",
        discussion: """
            Example:
              fairkit laboratory list
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let laboratories = try await options.settings().withServer {
            try await $0.everything(LaboratoryCommand.path, of: JSONTree.self)
        }
        try showList(laboratories, json: json, LaboratoryBody.header) { (laboratory: LaboratoryBody) in
            laboratory.cells
        }
    }
}
