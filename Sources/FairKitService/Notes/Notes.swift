package import FairKitCore
import FairKitStore

/// The notes that staff write to each other about kits, results and alerts. See decision 0104.
package struct Notes: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var notes: Notes { Notes(tenant: self) }
}

/// A note, and the name of the account or key that wrote it; nil: it has none.
package struct NoteView: Sendable {
    package let note: Note
    package let authorName: String?
}

extension Notes {
    /// Adds a note, if the caller is in charge of the record: neither a share nor an emergency access is enough.
    package func add(
        _ text: String, about subject: NoteSubject, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> NoteView {
        try await tenant.permit(subject.notes.writing, to: caller, on: subject.record, for: Never.self)
        var faults = faults
        faults.require(text.isText(Note.length), "/text", "1 to 2000 characters")
        try faults.refuse(for: Never.self)
        return try await tenant.write(subject.reading, as: caller, on: subject.record) {
            (tx, grant) throws(DatabaseError) -> Outcome<NoteView, Never> in
            guard grant.ground == .care || grant.ground == .role else { return .failure(.forbidden) }
            let note = Note(
                id: .new(at: grant.now), subject: subject, author: grant.subject.id, at: grant.now, text: text)
            try tx.insertNote(note)
            grant.log(.noteAdded, subject.id, about: grant.record?.profile)
            return .success(try Notes.view(of: note, in: tx))
        }
    }

    /// A page of the notes about a kit, a result or an alert, the newest first. People who share their results share no
    /// notes, and a laboratory reads only what it wrote.
    package func list(
        about subject: NoteSubject, before last: NoteID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NoteView, NoteID> {
        try await tenant.permit(subject.notes.reading, to: caller, on: subject.record, for: Never.self)
        return try await tenant.read(subject.reading, as: caller, on: subject.record, isBrief: limit <= 50) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NoteView, NoteID>, Never> in
            guard grant.ground != .share else { return .failure(.forbidden) }
            let page = try tx.notes(
                about: subject, by: grant.subject.role.laboratory, before: last, limit: limit)
            grant.log(.noteListed, subject.id, about: grant.record?.profile)
            return .success(try Notes.views(of: page, in: tx))
        }
    }

    /// A page of the notes about a person's kits, results and alerts, the newest first, for clinicians who see the
    /// person's results.
    package func list(
        of person: ProfileID, before last: NoteID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NoteView, NoteID> {
        try await tenant.permit(.readNotes, to: caller, on: .profile(person), for: Never.self)
        return try await tenant.read(.readResults, as: caller, on: .profile(person), isBrief: limit <= 50) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NoteView, NoteID>, Never> in
            guard grant.ground != .share else { return .failure(.forbidden) }
            let page = try tx.notes(aboutPerson: person, before: last, limit: limit)
            grant.log(.noteListed, person, about: person)
            return .success(try Notes.views(of: page, in: tx))
        }
    }

    /// A page of all notes about a person, for the organisation that answers for them. Only the server's machine offers it.
    package func list(
        aboutPerson person: ProfileID, before last: NoteID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NoteView, NoteID> {
        try await tenant.read(.operateStore, as: caller, on: .profile(person)) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NoteView, NoteID>, Never> in
            let page = try tx.notes(aboutPerson: person, before: last, limit: limit)
            grant.log(.noteListed, person, about: person)
            return .success(try Notes.views(of: page, in: tx))
        }
    }

    fileprivate static func view<Access>(of note: Note, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> NoteView
    {
        if let account = try tx.account(AccountID(uuid: note.author.uuid)) {
            return NoteView(note: note, authorName: account.details.name)
        }
        return NoteView(note: note, authorName: try tx.key(KeyID(uuid: note.author.uuid))?.name)
    }

    fileprivate static func views<Access>(of page: Page<Note, NoteID>, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> Page<NoteView, NoteID>
    {
        var views: [NoteView] = []
        for note in page.items { views.append(try view(of: note, in: tx)) }
        return Page(items: views, next: page.next)
    }
}
