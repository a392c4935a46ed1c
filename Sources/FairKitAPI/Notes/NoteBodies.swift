package import FairKitCore

/// An internal note on the wire.
package struct NoteBody: Decodable, JSONBody, Sendable {
    package let id: String
    /// `kit`, `result` or `alert`.
    package let about: String
    package let subjectId: String
    package let author: String
    package let authorName: String?
    package let at: String
    package let text: String

    package init(_ note: Note, authorName: String?) {
        id = "\(note.id)"
        about = note.subject.noun
        subjectId = "\(note.subject.id)"
        author = "\(note.author)"
        self.authorName = authorName
        at = "\(note.at)"
        text = note.text
    }
}

/// A new note.
package struct NoteRequest: Decodable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}
