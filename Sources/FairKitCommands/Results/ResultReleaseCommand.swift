import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials

/// `fairkit result release`
struct ResultReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Release a held result to its patient, after the laboratory has confirmed it.",
        discussion: """
            A level whose unit is suspect is read back, with --value and --unit.

            Example:
              fairkit result release 0193… --laboratory "Nairobi Central"
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "The laboratory's name.")
    var laboratory: String

    @Argument(help: "The result's id.")
    var id: String

    @Option(help: "Why the result is right.")
    var reason: String?

    @Option(help: ArgumentHelp("The level as it was reported.", valueName: "number"))
    var value: String?

    @Option(help: "The unit in which it was reported.", completion: .list(AATUnit.allCases.map(\.rawValue)))
    var unit: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        try ResultCommand.check(id)
        guard value.map({ Decimal(string: $0) != nil }) ?? true else {
            throw ValidationError("--value is a number such as 820.")
        }
    }

    func run() async throws {
        let (path, laboratory) = ("\(ResultCommand.path)/\(id)/release", laboratory)
        let body = ReleaseRequest(
            reason: reason, value: value.flatMap { Decimal(string: $0) }.map { ExactNumber($0) }, unit: unit)
        let reply = try await options.settings().withServer {
            try await $0.post(path, as: .laboratory(laboratory), json: body, repeatable: true)
        }
        if json { print(reply.text) } else { try reply.decode(ResultBody.self).show() }
    }
}
