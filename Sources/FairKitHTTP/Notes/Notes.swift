import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

extension Route {
    /// What staff write to each other.
    static let notes: [Route] = [
        .api(.get, "/test-kits/{id}/notes", for: .readKitNotes, Notes.ofKit).of(.kit),
        .api(.post, "/test-kits/{id}/notes", for: .writeKitNotes, Notes.addToKit).of(.kit),
        .api(.get, "/results/{id}/notes", for: .readNotes, Notes.ofResult).of(.result),
        .api(.post, "/results/{id}/notes", for: .writeNotes, Notes.addToResult).of(.result),
        .api(.get, "/alerts/{id}/notes", for: .readNotes, Notes.ofAlert).of(.alert),
        .api(.post, "/alerts/{id}/notes", for: .writeNotes, Notes.addToAlert).of(.alert),
        .local(.get, "/profiles/{id}/notes", for: .operateStore, Notes.ofPerson).of(.profile),
    ]
}

/// Internal notes on kits, results and alerts.
enum Notes {
    typealias List = Answer<ListBody<NoteBody>>

    static func ofKit(_ request: Request, _ context: FairKitContext) async throws -> List {
        try await list(.kit(try id(context)), request, context)
    }

    static func ofResult(_ request: Request, _ context: FairKitContext) async throws -> List {
        try await list(.result(try id(context)), request, context)
    }

    static func ofAlert(_ request: Request, _ context: FairKitContext) async throws -> List {
        try await list(.alert(try id(context)), request, context)
    }

    static func addToKit(_ request: Request, _ context: FairKitContext) async throws -> Answer<NoteBody> {
        try await add(to: .kit(try id(context)), request, context)
    }

    static func addToResult(_ request: Request, _ context: FairKitContext) async throws -> Answer<NoteBody> {
        try await add(to: .result(try id(context)), request, context)
    }

    static func addToAlert(_ request: Request, _ context: FairKitContext) async throws -> Answer<NoteBody> {
        try await add(to: .alert(try id(context)), request, context)
    }

    /// The controller's copy of all notes about a person.
    static func ofPerson(_ request: Request, _ context: FairKitContext) async throws -> List {
        let (last, limit) = try Query.page(request, context) { NoteID($0) }
        return try page(
            try await context.tenancy.notes.list(
                aboutPerson: try id(context), before: last, limit: limit, by: try context.caller), context)
    }

    private static func list(
        _ subject: NoteSubject, _ request: Request, _ context: FairKitContext
    ) async throws -> List {
        let (last, limit) = try Query.page(request, context) { NoteID($0) }
        return try page(
            try await context.tenancy.notes.list(
                about: subject, before: last, limit: limit, by: try context.caller), context)
    }

    private static func add(
        to subject: NoteSubject, _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<NoteBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(NoteRequest.self, context, noting: &faults)
        var answer = Answer(
            NoteBody(try await context.tenancy.notes.add(body.text, about: subject, found: faults, by: caller)))
        // A note has no address: it is read in its list.
        answer.status = .created
        return answer
    }

    private static func page(_ page: Page<NoteView, NoteID>, _ context: FairKitContext) throws -> List {
        Answer(ListBody(items: page.items.map { NoteBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    private static func id<Thing>(_ context: FairKitContext) throws(Problem) -> ID<Thing> {
        try context.id("id", of: ID<Thing>.self) { ID<Thing>($0) }
    }
}

extension NoteBody {
    fileprivate init(_ view: NoteView) { self.init(view.note, authorName: view.authorName) }
}
