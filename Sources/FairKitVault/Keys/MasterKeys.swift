package import KeyRing

/// The source of the master key, which is also where a new one is written.
package enum MasterKeyLocation: Sendable {
    case file(String)
    /// The environment or a credential: only the operator can provide a new one.
    case given
}

/// The master keys that wrap an installation's keys.
package struct MasterKeys: Sendable {
    /// The present master key.
    package let current: MasterKey
    /// Set during a rotation: then each key is wrapped with either of the two.
    package var next: NewMasterKey?
    /// The source of the present one.
    package let location: MasterKeyLocation

    /// A single master key.
    package init(_ current: MasterKey, from location: MasterKeyLocation) {
        self.current = current
        self.location = location
    }

    /// A master key, and the new one if a rotation is unfinished.
    package init(_ current: MasterKey, from location: MasterKeyLocation, changingIn directory: DataDirectory)
        throws(KeyError)
    {
        self.init(current, from: location)
        let change = try MasterKeyChange.read(in: directory)
        if let change, change.from == current.id, try !change.isSealed(by: current) {
            throw .system(path: directory.masterKeyChange, reason: MasterKeyChange.foreign)
        }
        if case .file(let file) = location {
            let waiting = NewMasterKey.waiting(for: file)
            if let key = try NewMasterKey.found(in: waiting), key.id != current.id {
                let keepsOld = change.map { $0.to == key.id && $0.keepsOld } ?? false
                next = NewMasterKey(key: key, file: waiting, location: file, isFresh: false, keepsOld: keepsOld)
                return
            }
        }
        guard let change, change.to != change.from else { return }
        if change.from == current.id {
            if let key = try? MasterKey(contentsOf: change.file), key.id == change.to {
                next = NewMasterKey(
                    key: key, file: change.file, location: nil, isFresh: false, keepsOld: change.keepsOld)
            } else if try !directory.isAllWrapped(by: current) {
                throw .newMasterKeyMissing(path: change.file, from: change.from, to: change.to)
            }
        } else if change.to == current.id, try !directory.isAllWrapped(by: current) {
            throw .oldMasterKeyNeeded(path: change.file, from: change.from, to: change.to)
        }
    }

    /// The master key that wraps a key file; the present one if neither matches.
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

    /// The file of an old master key, kept since a tenant's key could not be read: beside the present one.
    package static func kept(_ id: String, beside file: String) -> String { "\(file).\(id)" }

    /// The master key that opens a key file, which may be from a backup: the present one, the new one, or a kept one.
    /// - Throws: `otherMasterKey` if none of them does.
    package func opening(_ path: String, of tenant: String) throws(KeyError) -> MasterKey {
        let fitting = try fitting(path, of: tenant)
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: fitting)
            return fitting
        } catch {
            guard case .otherMasterKey(_, let id, _) = error, case .file(let file) = location,
                id.allSatisfy(\.isHexDigit), let kept = try NewMasterKey.found(in: MasterKeys.kept(id, beside: file))
            else { throw error }
            return kept
        }
    }

    /// Wraps a tenant's key, restored from a backup, with the present master key, if the one that it needs was kept.
    package func takeIn(_ path: String, of tenant: String) throws(KeyError) {
        guard next == nil, case .file = location else { return }
        let old: MasterKey
        do throws(KeyError) { old = try opening(path, of: tenant) } catch {
            guard error.isOfFile else { throw error }
            return
        }
        guard old.id != current.id else { return }
        try TenantKeys.rewrap(path, tenant: tenant, from: old, to: current)
    }
}
