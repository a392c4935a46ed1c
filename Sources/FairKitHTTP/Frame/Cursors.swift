import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// The cursors of the requested list.
struct ListCursors: Sendable {
    /// Binds cursors to the tenant.
    let seal: Cursors
    /// The path of the list, which differs by group and person.
    let list: String
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
        "/cursor", "not the nextCursor of a page of this list; leave it out to start from the first page")

    var problem: Problem {
        switch self {
        case .foreign: CursorFailure.foreignCursor.problem
        case .key: .internal
        }
    }
}
