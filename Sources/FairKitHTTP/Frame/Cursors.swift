import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird
import HummingbirdCore

/// The cursors of the requested list.
struct ListCursors: Sendable {
    /// Binds cursors to the tenant.
    let seal: Cursors
    /// The path of the list, which differs by group and person, and its filters: the parameters but those of a page.
    let list: String

    init(seal: Cursors, of uri: URI) {
        self.seal = seal
        let ofPages = Query.ofPages.union(["total", WantedMembers.parameter[...]])
        let filters = (uri.query ?? "").split(separator: "&").filter { !ofPages.contains($0.prefix { $0 != "=" }) }
        list = ([uri.path] + filters.sorted().map { String($0) }).joined(separator: "?")
    }
}

extension FairKitContext {
    /// The `nextCursor` for a position; nil: this is the last page.
    func cursor(_ place: (some CustomStringConvertible)?) throws -> Cursor? {
        guard let place else { return nil }
        guard let cursors else { throw Problem.internal }
        return Cursor(sealed: try cursors.seal.seal(place.description, of: cursors.list))
    }

    /// The position where the requested page begins; nil: at the start.
    func place<T>(_ cursor: String?, _ parse: (String) -> T?) throws -> T? {
        guard let cursor else { return nil }
        guard let cursors else { throw Problem.internal }
        guard let place = parse(try cursors.seal.open(cursor, of: cursors.list)) else {
            throw CursorFailure.foreign
        }
        return place
    }
}

extension CursorFailure: ProblemConvertible {
    static let foreignCursor = Invalid(
        "/cursor",
        "not the nextCursor of a page of this list with these filters; leave it out to start from the first page")

    var problem: Problem {
        switch self {
        case .foreign: CursorFailure.foreignCursor.problem
        case .key: .internal
        }
    }
}
