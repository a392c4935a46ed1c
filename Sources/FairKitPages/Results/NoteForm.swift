import FairKitCore
import FairKitFrame
import FairKitService

/// What staff wrote to each other about a result, a kit or an alert, and the form for one more note.
struct NoteForm {
    /// The name of its field.
    private let name: String
    private var typed: String?
    private(set) var wrong: [Wrong] = []

    /// Nothing is typed yet.
    ///
    /// - Parameter name: of its field, if the page has another one for a note.
    init(_ name: String = "note") { self.name = name }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: ResultID = try page.call.id()
        guard let refused = try await add(form, about: .result(id), page) else {
            return .seeOther(page.reader["/results/\(id)?done=\(PageText.noteSaved.rawValue)"])
        }
        return try await StaffResult(page).show(page, VerifyForm(), refused)
    }

    /// A note about a kit.
    static func takeOfKit(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: KitID = try page.call.id()
        guard let refused = try await add(form, about: .kit(id), page) else {
            return .seeOther(page.reader["/kits/\(id)?done=\(PageText.noteSaved.rawValue)"])
        }
        return try await StaffKit.draw(page, note: refused)
    }

    /// A note about an alert, whose page has a note of the read-back, too.
    static func takeOfAlert(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: AlertID = try page.call.id()
        guard let refused = try await add(form, about: .alert(id), page, ofAlert) else {
            return .seeOther(page.reader["/alerts/\(id)?done=\(PageText.noteSaved.rawValue)"])
        }
        return try await AlertPage.draw(page, note: refused)
    }

    static let ofAlert = NoteForm("staff-note")

    /// nil: it is stored.
    private static func add(
        _ form: Form, about subject: NoteSubject, _ page: PageCall, _ empty: NoteForm = NoteForm()
    ) async throws -> NoteForm? {
        // Notes are one line; browsers send line ends.
        let text = form[empty.name].split(whereSeparator: \.isNewline).joined(separator: " ")
        do {
            _ = try await page.tenancy.notes.add(text, about: subject, by: page.caller)
            return nil
        } catch {
            guard case .invalid = error else { throw error }
            var note = empty
            note.typed = form[note.name]
            note.wrong = [Wrong(field: note.name, text: page.reader[.typeNote])]
            return note
        }
    }

    /// - Parameters:
    ///   - link: where the form is sent; nil: the reader may not write one.
    ///   - draft: under which name the script keeps what is typed.
    func html(under notes: Page<NoteView, NoteID>, to link: Link?, draft: String, _ reader: Reader) -> HTML {
        """
        <section class="card">
          <h2>\(reader[.notes])</h2>
          \(notes.items.isEmpty
            ? "<p class=\"soft\">\(reader[reader.role == .laboratory ? .noNotesOfLaboratory : .noNotes])</p>"
            : "<ul class=\"list\">\(notes.items.map { NoteForm.row($0, reader) })</ul>" as HTML)
          \(link.map { form($0, draft, reader) })
        </section>
        """
    }

    static func row(_ view: NoteView, about subject: HTML? = nil, _ reader: Reader) -> HTML {
        reader.row(
            nil, "\(view.note.text)", ["\(view.authorName.map { "\($0), " }) \(reader.moment(view.note.at))"], subject)
    }

    private func form(_ link: Link, _ draft: String, _ reader: Reader) -> HTML {
        """
        <form class="noprint" method="post" action="\(to: link)" data-draft="\(draft)">
          \(Shell.token(reader))
          \(reader.longText(name, .newNote, typed, wrong, hint: reader.role == .laboratory ? .newNoteOfLaboratory : .newNoteHint, most: 2000))
          <div class="actions"><button>\(reader[.saveNote])</button></div>
        </form>
        """
    }
}
