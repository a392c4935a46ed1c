import FairKitCore
import FairKitFrame
import FairKitService

extension PageCall {
    /// The position in a list of a page; nil: at its start. A list is named with its filters: a cursor of another one is
    /// refused.
    func place<Position>(_ cursor: String?, _ list: String, _ parse: (String) -> Position?) throws -> Position? {
        guard let cursor else { return nil }
        guard let place = parse(try tenancy.cursors.open(cursor, of: list)) else { throw CursorFailure.foreign }
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

    /// What the reader may see beside a critical alert. On a full disk nothing: what is read is recorded, and the alert is
    /// read back without it.
    func ifSeenAndRoom<Value>(_ read: () async throws(Refusal<Never>) -> Value?) async throws -> Value? {
        try await ifSeen { () throws(Refusal<Never>) -> Value? in
            do throws(Refusal<Never>) { return try await read() } catch {
                guard case .store(let fault) = error, fault.remedy == .room else { throw error }
                return nil
            }
        }
    }
}
