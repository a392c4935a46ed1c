package import FairKitCore
package import FairKitStore

/// Lists API keys, newest first: what they are called and for, never their secrets.
package struct ListKeys: Sendable {
    private let store: Store
    private let uses: KeyUses
    private let now: Now

    package init(store: Store, uses: KeyUses, now: @escaping Now) {
        self.store = store
        self.uses = uses
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case store(DatabaseError)
    }

    /// A key as it is shown.
    package struct Shown: Sendable {
        package let key: APIKey
        /// The name of a laboratory's key's laboratory.
        package let laboratory: String?
        package let isActive: Bool
        /// The minute in which it was used last; nil: it was not.
        package let usedAt: Timestamp?
    }

    /// - Parameter all: also those that have ended.
    package func callAsFunction(
        all: Bool, before cursor: KeyID?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Shown, KeyID> {
        guard caller.subject.may(.manageKeys) else { throw .forbidden }
        let now = now()
        do {
            return try await store.read { [uses] (tx) throws(DatabaseError) in
                let page = try tx.keys(active: all ? nil : now, before: cursor, limit: limit)
                var shown: [Shown] = []
                for key in page.items {
                    shown.append(
                        Shown(
                            key: key, laboratory: try tx.laboratoryName(of: key), isActive: key.isActive(at: now),
                            usedAt: uses.last(of: key)))
                }
                return Page(items: shown, next: page.next)
            }
        } catch { throw .store(error) }
    }
}

extension ReadTransaction {
    fileprivate func laboratoryName(of key: APIKey) throws(DatabaseError) -> String? {
        guard case .laboratory(let id) = key.role else { return nil }
        return try laboratory(id)?.name
    }
}
