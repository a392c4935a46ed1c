package import KeyRing

/// Where the master key comes from, and so where a new one goes.
package enum MasterKeyPlace: Sendable {
    case file(String)
    /// From the environment, or as a credential: only who gave it can give another.
    case given
}

/// What the keys of an installation are wrapped with.
package struct MasterKeys: Sendable {
    /// The one that is used.
    package let current: MasterKey
    /// It is there while keys are wrapped anew: then either opens some of them.
    package var next: NewMasterKey?
    /// Where it comes from.
    package let place: MasterKeyPlace

    /// One alone.
    package init(_ current: MasterKey, from place: MasterKeyPlace) {
        self.current = current
        self.place = place
    }

    /// With the one that waits beside the current one's file, since a change was not ended.
    package init(_ current: MasterKey, withWaitingIn place: MasterKeyPlace) throws(KeyError) {
        self.init(current, from: place)
        guard case .file(let file) = place else { return }
        let waiting = NewMasterKey.waiting(for: file)
        do throws(KeyError) {
            next = NewMasterKey(
                key: try MasterKey(contentsOf: waiting), file: waiting, place: file, isFresh: false)
        } catch {
            guard case .masterKeyMissing = error else { throw error }
        }
    }

    /// The one that a file of keys is wrapped with; the current one, where neither fits.
    package func fitting(_ path: String, of tenant: String) throws(KeyError) -> MasterKey {
        guard let next else { return current }
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: next.key)
            return next.key
        } catch {
            guard case .otherMasterKey = error else { throw error }
            return current
        }
    }

    /// Where a master key is kept that was changed while a tenant's key could not be read: beside the one that is used.
    package static func kept(_ id: String, beside file: String) -> String { "\(file).\(id)" }

    /// Wraps a tenant's key anew that was put back from a backup, if the master key that it needs was kept.
    package func takeIn(_ path: String, of tenant: String) throws(KeyError) {
        guard next == nil, case .file(let file) = place else { return }
        let needed: String
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: current)
            return
        } catch {
            guard case .otherMasterKey(_, let id, _) = error, id.allSatisfy(\.isHexDigit) else { return }
            needed = id
        }
        let old: MasterKey
        do throws(KeyError) {
            old = try MasterKey(contentsOf: MasterKeys.kept(needed, beside: file))
        } catch {
            guard case .masterKeyMissing = error else { throw error }
            return
        }
        try TenantKeys.rewrap(path, tenant: tenant, from: old, to: current)
    }
}
