import FairKitCore
import FairKitFrame
import FairKitService

extension PageCall {
    /// The position in a list of a page; nil: at its start. A list is named with its filters: a cursor of another one is
    /// refused.
    func place<Position>(_ cursor: Substring?, _ list: String, _ parse: (String) -> Position?) throws -> Position? {
        guard let cursor else { return nil }
        guard let place = parse(try tenancy.cursors.open(String(cursor), of: list)) else { throw CursorFailure.foreign }
        return place
    }

    /// The cursor of a position.
    func seal(_ position: some CustomStringConvertible, _ list: String) throws -> String {
        try tenancy.cursors.seal(position.description, of: list)
    }
}

extension PageCall {
    /// What the reader may see; nil for what they may not.
    func ifSeen<Value>(_ read: () async throws(Refusal<Never>) -> Value?) async throws -> Value? {
        do { return try await read() } catch {
            switch error {
            case .notFound, .forbidden: return nil
            default: throw error
            }
        }
    }
}
