import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// The cursors of the list that is asked for.
struct ListCursors: Sendable {
    /// Ties cursors to the tenant.
    let seal: Cursors
    /// The list's path: of another group or another person it is another list.
    let list: String
}

extension FairKitContext {
    /// What a client hands back for the next page; nil: there is none.
    func cursor(_ place: (some CustomStringConvertible)?) throws -> Cursor? {
        guard let place else { return nil }
        guard let cursors else { throw Problem.internal }
        return Cursor(sealed: try cursors.seal.seal(place.description, of: cursors.list))
    }

    /// Where the page begins that a client asks for; nil: at the start.
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
