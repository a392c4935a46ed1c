package import FairKitAPI
package import FairKitCore
import FairKitService
import Hummingbird
import HummingbirdCore

/// The cursors of the requested list.
package struct ListCursors: Sendable {
    /// Binds cursors to the tenant.
    let seal: Cursors
    private let uri: URI

    init(seal: Cursors, of uri: URI) {
        self.seal = seal
        self.uri = uri
    }

    /// The path of the list, which differs by group and person, and its filters: the parameters but those of a page. Most
    /// requests never ask for it.
    package var list: String {
        let filters = (uri.query ?? "").split(separator: "&").filter {
            !ListCursors.ofPages.contains($0.prefix { $0 != "=" })
        }
        return ([uri.path] + filters.sorted().map { String($0) }).joined(separator: "?")
    }

    private static let ofPages = Query.ofPages.union(["total", WantedMembers.parameter[...]])
}

extension AnyTenantCall {
    private var cursors: ListCursors { unauthenticated.cursors }

    /// The `nextCursor` for a position; nil: this is the last page.
    package func cursor(_ position: (some CustomStringConvertible)?) throws -> Cursor? {
        try position.map { Cursor(sealed: try cursors.seal.seal($0.description, of: cursors.list)) }
    }

    /// The position where the requested page begins; nil: at the start.
    package func position<T>(_ cursor: String?, _ parse: (String) -> T?) throws -> T? {
        guard let cursor else { return nil }
        guard let position = parse(try cursors.seal.open(cursor, of: cursors.list)) else {
            throw CursorFailure.foreign
        }
        return position
    }

    /// Reads the parameters of a list that has none but those of a page: where it begins, and how many entries it has.
    package func page<T>(_ parse: (String) -> T?) throws -> (T?, Int) { try query { try $0.page(self, parse) } }

    /// Answers with a page.
    package func list<Item, Position: CustomStringConvertible, Body: JSONBody & Sendable>(
        _ page: Page<Item, Position>, _ body: (Item) -> Body
    ) throws -> Answer<ListBody<Body>> {
        Answer(ListBody(items: page.items.map(body), nextCursor: try cursor(page.next)))
    }
}

extension CursorFailure: ProblemConvertible {
    static let foreignCursor = Invalid(
        "/cursor",
        "not the nextCursor of a page of this list with these filters; leave it out to start from the first page")

    package var problem: Problem {
        switch self {
        case .foreign: CursorFailure.foreignCursor.problem
        case .key: .internal
        }
    }
}
