import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

extension Route {
    /// The routes of the notes that staff write to each other.
    static let notes: [Route] = [
        .api(.get, "/test-kits/{id}/notes", for: .readKitNotes, Notes.ofKit).of(.kit),
        .api(.post, "/test-kits/{id}/notes", for: .writeKitNotes, Notes.addToKit).of(.kit),
        .api(.get, "/results/{id}/notes", for: .readResultNotes, Notes.ofResult).of(.result),
        .api(.post, "/results/{id}/notes", for: .writeResultNotes, Notes.addToResult).of(.result),
        .api(.get, "/alerts/{id}/notes", for: .readNotes, Notes.ofAlert).of(.alert),
        .api(.post, "/alerts/{id}/notes", for: .writeNotes, Notes.addToAlert).of(.alert),
        .api(.get, "/profiles/{id}/notes", for: .operateStore, Notes.ofPerson).local.of(.profile),
    ]
}

/// Internal notes on kits, results and alerts.
enum Notes {
    typealias List = Answer<ListBody<NoteBody>>

    static func ofKit(_ call: Call) async throws -> List { try await list(.kit(try call.id()), call) }

    static func ofResult(_ call: Call) async throws -> List { try await list(.result(try call.id()), call) }

    static func ofAlert(_ call: Call) async throws -> List { try await list(.alert(try call.id()), call) }

    static func addToKit(_ call: Call) async throws -> Answer<NoteBody> { try await add(to: .kit(try call.id()), call) }

    static func addToResult(_ call: Call) async throws -> Answer<NoteBody> {
        try await add(to: .result(try call.id()), call)
    }

    static func addToAlert(_ call: Call) async throws -> Answer<NoteBody> {
        try await add(to: .alert(try call.id()), call)
    }

    /// The controller's copy of all notes about a person.
    static func ofPerson(_ call: Call) async throws -> List {
        let (last, limit) = try call.page { NoteID($0) }
        let page = try await call.tenancy.notes.list(
            aboutPerson: call.id(), before: last, limit: limit, by: call.caller)
        return try call.list(page) { NoteBody($0) }
    }

    private static func list(_ subject: NoteSubject, _ call: Call) async throws -> List {
        let (last, limit) = try call.page { NoteID($0) }
        let page = try await call.tenancy.notes.list(about: subject, before: last, limit: limit, by: call.caller)
        return try call.list(page) { NoteBody($0) }
    }

    private static func add(to subject: NoteSubject, _ call: Call) async throws -> Answer<NoteBody> {
        let (body, faults) = try await call.jsonAndFaults(NoteRequest.self)
        let note = try await call.tenancy.notes.add(body.text, about: subject, found: faults, by: call.caller)
        // A note has no address: it is read in its list.
        return Answer(NoteBody(note), .created)
    }

}

extension NoteBody {
    fileprivate init(_ view: NoteView) { self.init(view.note, authorName: view.authorName) }
}
