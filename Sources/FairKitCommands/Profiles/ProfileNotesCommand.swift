import ArgumentParser
import FairKitAPI

/// `fairkit profile notes`
struct ProfileNotesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "List all internal notes about one person.",
        discussion: """
            A person's own export leaves the notes out. This is the organisation's copy,
            for a person who asks on paper: a clinician reads it before it is handed out.
            The audit log records the access.

            Example:
              fairkit profile notes 0193… --json
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        let path = "/local/profiles/\(id)/notes"
        let notes = try await options.settings().withServer { try await $0.everything(path, of: JSONTree.self) }
        try showList(notes, json: json, NoteBody.header) { (note: NoteBody) in note.cells }
    }
}

extension NoteBody {
    fileprivate static let header = ["AT", "BY", "ABOUT", "NOTE"]

    fileprivate var cells: [String] { [minute(at), authorName ?? author, "\(about) \(subjectId)", text] }
}
