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

    /// With the one that it was being changed to, since that was not ended.
    package init(_ current: MasterKey, from place: MasterKeyPlace, changingIn directory: DataDirectory) throws(KeyError)
    {
        self.init(current, from: place)
        let change = try MasterKeyChange.read(in: directory)
        if let change, change.from == current.id, try !change.isSealed(by: current) {
            throw .system(path: directory.masterKeyChange, reason: MasterKeyChange.foreign)
        }
        if case .file(let file) = place {
            let waiting = NewMasterKey.waiting(for: file)
            if let key = try NewMasterKey.found(in: waiting), key.id != current.id {
                let keepsOld = change.map { $0.to == key.id && $0.keepsOld } ?? false
                next = NewMasterKey(key: key, file: waiting, place: file, isFresh: false, keepsOld: keepsOld)
                return
            }
        }
        guard let change, change.to != change.from else { return }
        if change.from == current.id {
            if let key = try? MasterKey(contentsOf: change.file), key.id == change.to {
                next = NewMasterKey(key: key, file: change.file, place: nil, isFresh: false, keepsOld: change.keepsOld)
            } else if try !directory.isAllWrapped(by: current) {
                throw .newMasterKeyMissing(path: change.file, from: change.from, to: change.to)
            }
        } else if change.to == current.id, try !directory.isAllWrapped(by: current) {
            throw .oldMasterKeyNeeded(path: change.file, from: change.from, to: change.to)
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

    /// The one that opens a file of keys, also one from a backup: the one that is used, the one that is to be, or one that was kept.
    /// - Throws: `otherMasterKey`, if none of them does.
    package func opening(_ path: String, of tenant: String) throws(KeyError) -> MasterKey {
        let fitting = try fitting(path, of: tenant)
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: fitting)
            return fitting
        } catch {
            guard case .otherMasterKey(_, let id, _) = error, case .file(let file) = place,
                id.allSatisfy(\.isHexDigit), let kept = try NewMasterKey.found(in: MasterKeys.kept(id, beside: file))
            else { throw error }
            return kept
        }
    }

    /// Wraps a tenant's key with the one that is used, which was put back from a backup, if the master key that it needs was kept.
    package func takeIn(_ path: String, of tenant: String) throws(KeyError) {
        guard next == nil, case .file = place else { return }
        let old: MasterKey
        do throws(KeyError) { old = try opening(path, of: tenant) } catch {
            guard error.isOfFile else { throw error }
            return
        }
        guard old.id != current.id else { return }
        try TenantKeys.rewrap(path, tenant: tenant, from: old, to: current)
    }
}
