import ArgumentParser
import FairKitAPI
import FairKitServer

/// `fairkit laboratory set`
struct LaboratorySetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the address, the phone number or the director that reports print.",
        discussion: """
            What is left out stays as it is; an empty text removes it. A line break, or \\n, begins a new line of the address.

            Example:
              fairkit laboratory set Nairobi --address "12 Hospital Road\\nNairobi"
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: ArgumentHelp("The laboratory's name.", valueName: "laboratory"))
    var name: String

    @Option(help: ArgumentHelp("Where it performs its tests, up to 500 characters.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("Its phone number, such as +254700000000.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("The name of its director, up to 200 characters.", valueName: "name"))
    var director: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard address != nil || phone != nil || director != nil else {
            throw ValidationError("Give --address, --phone or --director.")
        }
    }

    func run() async throws {
        let reply = try await options.settings().withServer { server in
            let known = try await server.everything(LaboratoryCommand.path, of: LaboratoryBody.self)
            guard let laboratory = known.first(where: { $0.name == name }) else {
                throw OperatorError(
                    "There is no laboratory \(name.printable). fairkit laboratory list shows the laboratories; the first API key or invitation of one adds it."
                )
            }
            let lines = address?.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n")
            let body = LaboratoryRequest(
                address: Self.text(lines, instead: laboratory.address),
                phone: Self.text(phone, instead: laboratory.phone),
                director: Self.text(director, instead: laboratory.director))
            return try await server.put("\(LaboratoryCommand.path)/\(laboratory.id)", json: body)
        }
        if json { return print(reply.text) }
        Table(LaboratoryBody.header, [try reply.decode(LaboratoryBody.self).cells]).show()
    }

    /// The text of an option; what stands if the option was left out; nil for an empty one.
    private static func text(_ option: String?, instead current: String?) -> String? {
        guard let option else { return current }
        return option.isEmpty ? nil : option
    }
}
