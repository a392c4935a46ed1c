import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// What staff wrote to each other about a result, and the form for one more note.
struct NoteForm {
    private var typed: String?
    private(set) var wrong: [Wrong] = []

    /// Nothing is typed yet.
    init() {}

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ResultID)
        // Notes are one line; browsers send line ends.
        let text = form["note"].split(whereSeparator: \.isNewline).joined(separator: " ")
        do {
            _ = try await page.tenancy.notes.add(text, about: .result(id), by: page.caller)
            return .seeOther(reader["/results/\(id)?done=\(PageText.noteSaved.rawValue)"])
        } catch {
            guard case .invalid = error else { throw error }
            var note = NoteForm()
            note.typed = form["note"]
            note.wrong = [Wrong(field: "note", text: reader[.typeNote])]
            return try await StaffResult(page).show(page, VerifyForm(), note)
        }
    }

    func html(under notes: Page<NoteView, NoteID>, of result: ResultID, _ reader: Reader) -> HTML {
        """
        <section class="card">
          <h2>\(reader[.notes])</h2>
          \(notes.items.isEmpty
            ? "<p class=\"soft\">\(reader[.noNotes])</p>"
            : "<ul class=\"list\">\(notes.items.map { NoteForm.row($0, reader) })</ul>" as HTML)
          \(reader.may(.writeResultNotes) ? form(result, reader) : nil)
        </section>
        """
    }

    static func row(_ view: NoteView, about subject: HTML? = nil, _ reader: Reader) -> HTML {
        """
        <li><div><span class="name"><b>\(view.note.text)</b>\
        <span>\(view.authorName.map { "\($0), " }) \(reader.moment(view.note.at))</span></span>\(subject)</div></li>

        """
    }

    private func form(_ result: ResultID, _ reader: Reader) -> HTML {
        """
        <form class="noprint" method="post" action="\(to: reader["/results/\(result)/notes"])" \
        data-draft="note-\(result.description)">
          \(Shell.token(reader))
          \(reader.longText("note", .newNote, typed, wrong, hint: reader.role == .laboratory ? .newNoteOfLaboratory : .newNoteHint, most: 2000))
          <div class="actions"><button>\(reader[.saveNote])</button></div>
        </form>
        """
    }
}
