package import FairKitCore
package import Relational

extension Connection {
    /// A page of the notes about a kit, a result or an alert, the newest first.
    ///
    /// - Parameter laboratory: only those that it wrote; nil: all.
    package func notes(
        about subject: NoteSubject, by laboratory: LaboratoryID? = nil, before last: NoteID?, limit: Int
    ) throws(DatabaseError) -> Page<Note, NoteID> {
        var earlier: SQL = if let last { "id < \(last)" } else { "1 = 1" }
        if let laboratory {
            earlier = """
                \(earlier) AND (author IN (SELECT id FROM account WHERE laboratory_id = \(laboratory))
                    OR author IN (SELECT id FROM api_key WHERE laboratory_id = \(laboratory)))
                """
        }
        let found = try all(
            """
            SELECT id, noun, subject, author, at, text FROM note
            WHERE subject = \(subject.id) AND noun = \(subject.noun) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)
            """, Note.init(row:))
        return Page(found: found, limit: limit) { $0.id }
    }

    /// A page of the notes about everything of a person, the newest first.
    package func notes(
        aboutPerson person: ProfileID, before last: NoteID?, limit: Int
    ) throws(DatabaseError) -> Page<Note, NoteID> {
        let earlier: SQL = if let last { "id < \(last)" } else { "1 = 1" }
        let found = try all(
            """
            SELECT id, noun, subject, author, at, text FROM note
            WHERE subject IN (\(subjectsOfNotes(about: person))) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)
            """, Note.init(row:))
        return Page(found: found, limit: limit) { $0.id }
    }
}

extension WriteTransaction {
    /// Stores a new note.
    package func insertNote(_ note: Note) throws(DatabaseError) {
        try run(
            """
            INSERT INTO note (id, noun, subject, author, at, text)
            VALUES (\(note.id), \(note.subject.noun), \(note.subject.id), \(note.author), \(note.at),
                \(sealed: note.text, .noteText, of: note.id))
            """)
    }
}

/// The ids of a person's kits, results and alerts.
func subjectsOfNotes(about person: ProfileID) -> SQL {
    "SELECT id FROM kit WHERE profile_id = \(person) UNION \(resultsOf(person)) UNION \(alertsOf(person))"
}

extension Note {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let noun = try row.value(1, as: String.self)
        guard let subject = NoteSubject(noun: noun, id: try row.value(2)) else {
            throw .unexpectedValue(column: 1, sql: "note.noun")
        }
        self.init(
            id: try row.value(0), subject: subject, author: try row.value(3), at: try row.value(4),
            text: try row.value(5, sealed: .noteText, key: 0))
    }
}
