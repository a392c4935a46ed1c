import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit kit notes`, `fairkit result notes` and `fairkit alert notes`: what staff write to each other.
enum NoteCommands {
    struct OfKit: AsyncParsableCommand {
        static let configuration = NoteCommands.configuration("kit")
        @OptionGroup var options: StoreOptions
        @OptionGroup var note: NoteOptions

        func run() async throws { try await note.run(options, "/api/v1/test-kits", as: .administrator) }
    }

    struct OfResult: AsyncParsableCommand {
        static let configuration = NoteCommands.configuration("result")
        @OptionGroup var options: StoreOptions
        @OptionGroup var note: NoteOptions

        func run() async throws { try await note.run(options, ResultCommand.path, as: .clinician) }
    }

    struct OfAlert: AsyncParsableCommand {
        static let configuration = NoteCommands.configuration("alert")
        @OptionGroup var options: StoreOptions
        @OptionGroup var note: NoteOptions

        func run() async throws { try await note.run(options, AlertCommand.path, as: .clinician) }
    }

    private static func configuration(_ noun: String) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "notes",
            abstract: "List the internal notes on one \(noun), or add one.",
            discussion: """
                Staff write notes to each other. No patient and no laboratory gets them, and no
                note changes. The audit log records the access.

                Examples:
                  fairkit \(noun) notes 0193…
                  fairkit \(noun) notes 0193… --add "Called at 09:10, no answer."
                """)
    }
}

/// The arguments of the commands about notes.
struct NoteOptions: ParsableArguments {
    @Argument(help: "The id of the kit, the result or the alert.")
    var id: String

    @Option(help: ArgumentHelp("Add a note with this text.", valueName: "text"))
    var add: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard NoteID(id) != nil else { throw ValidationError("The id is a UUID. Lists with --json show the ids.") }
    }

    fileprivate func run(_ options: StoreOptions, _ list: String, as role: LocalClient.Role) async throws {
        let path = "\(list)/\(id)/notes"
        if let add {
            let reply = try await options.settings().withServer {
                try await $0.post(path, as: role, json: NoteRequest(text: add))
            }
            return print(json ? reply.text : try reply.decode(NoteBody.self).id)
        }
        let notes = try await options.settings().withServer {
            try await $0.everything(path, of: JSONTree.self, as: role)
        }
        try showList(notes, json: json, NoteBody.header) { (note: NoteBody) in note.cells }
    }
}

extension NoteBody {
    static let header = ["AT", "BY", "ABOUT", "NOTE"]

    var cells: [String] { [minute(at), authorName ?? author, "\(about) \(subjectId)", text] }
}
