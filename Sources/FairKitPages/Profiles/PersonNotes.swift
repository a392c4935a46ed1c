import FairKitCore
import FairKitService

extension SeenRecord {
    /// What staff wrote to each other about the person's kits, results and alerts, the newest first.
    func notesCard(_ reader: Reader) -> HTML? {
        guard let notes else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.notes])</h2>
              \(notes.items.isEmpty
                ? "<p class=\"soft\">\(reader[.noNotesOfPatient])</p>"
                : "<ul class=\"list\">\(notes.items.map { NoteForm.row($0, about: subject(of: $0, reader), reader) })</ul>" as HTML)
              \(olderNotes.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            </section>
            """
    }

    private func subject(of view: NoteView, _ reader: Reader) -> HTML {
        switch view.note.subject {
        case .result(let id): "<a href=\"\(to: reader["/results/\(id)"])\">\(reader[.theResult])</a>"
        case .alert(let id): "<a href=\"\(to: reader["/alerts/\(id)"])\">\(reader[.theAlert])</a>"
        case .kit: "\(reader[.testKit])"
        }
    }
}
