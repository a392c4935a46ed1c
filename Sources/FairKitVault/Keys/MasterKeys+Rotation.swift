import DurableFiles
package import KeyRing

extension MasterKeys {
    /// Writes a new master key, after noting the rotation. It blocks.
    /// - Parameters:
    ///   - file: a file that does not exist yet, or one that contains the new key, if `mayTake`; nil: beside the
    ///     present key file, which it replaces later. A new key left there by an unfinished rotation is used.
    ///   - mayTake: whether a key that is already in the file is used.
    ///   - keepingOld: keeps the old key in a file of its own.
    package func prepare(
        in file: String?, mayTake: Bool = false, keepingOld: Bool = false, noting directory: DataDirectory
    ) throws(KeyRotationError) -> NewMasterKey {
        let location = try locationOfNew(named: file)
        do throws(KeyError) {
            let path = file ?? NewMasterKey.waiting(for: location ?? "")
            if mayTake || file == nil, let key = try NewMasterKey.found(in: path) {
                guard key.id != current.id else { throw .exists(path: path) }
                let new = NewMasterKey(key: key, file: path, location: location, isFresh: false, keepsOld: keepingOld)
                try record(new, in: directory)
                return new
            }
            let new = NewMasterKey(
                key: try MasterKey.random(), file: path, location: location, isFresh: true, keepsOld: keepingOld)
            try record(new, in: directory)
            do throws(KeyError) {
                if file == nil { try new.key.write(wholeTo: path) } else { try new.key.write(to: path) }
            } catch {
                try MasterKeyChange.forget(in: directory)
                throw error
            }
            return new
        } catch {
            guard case .exists(let path) = error, mayTake else { throw .key(error) }
            throw .same(path: path)
        }
    }

    /// The key file that a new master key will replace; nil: none, since it stays in the file that the operator named.
    private func locationOfNew(named file: String?) throws(KeyRotationError) -> String? {
        guard file == nil else { return nil }
        guard case .file(let used) = location else { throw .noLocation }
        do throws(KeyError) {
            guard try MasterKey(contentsOf: used).id == current.id else { throw .masterKeyMissing(path: used) }
            // A file that can't be overwritten can't be replaced: better to fail now.
            _ = try mapping(KeyError.init) { () throws(FileError) in try ReplacedFile(used) }
        } catch {
            guard case .masterKeyMissing = error else { throw .key(error) }
            throw .replaced(path: used)
        }
        return used
    }

    private func record(_ new: NewMasterKey, in directory: DataDirectory) throws(KeyError) {
        let change = try MasterKeyChange(from: current, to: new.id, file: new.file, keepsOld: new.keepsOld)
        try change.write(in: directory)
    }

    /// Moves a new master key to its final place, now that everything is wrapped with it. It blocks.
    /// - Parameters:
    ///   - keepingOld: keeps the old key in a file, since a tenant's key could not be read.
    ///   - use: makes the new keys current, before the old file is overwritten.
    /// - Returns: the file in which the old key is kept.
    package func put(
        _ next: NewMasterKey, keepingOld: Bool, use: (MasterKeys) -> Void
    ) throws(KeyError) -> String? {
        guard let location = next.location else {
            // It is already in the file that the operator named. That file, not the old key's, is what FairKit may
            // replace later.
            let isFile = if case .file = self.location { true } else { false }
            use(MasterKeys(next.key, from: isFile ? .file(next.file) : .given))
            return nil
        }
        let new = MasterKeys(next.key, from: .file(location))
        // Also after an attempt that failed once the key was there.
        guard try MasterKey(contentsOf: location).id != next.key.id else {
            use(new)
            return nil
        }
        let kept = keepingOld ? MasterKeys.kept(current.id, beside: location) : nil
        let replaced = try mapping(KeyError.init) { () throws(FileError) in
            if let kept { try DurableFile.addName(kept, to: location) }
            let replaced = try ReplacedFile(location)
            try DurableFile.move(next.file, to: location)
            return replaced
        }
        use(new)
        guard kept == nil else { return kept }
        do { try replaced.overwrite() } catch {
            throw .system(path: location, reason: "the previous key could not be overwritten")
        }
        return nil
    }
}

extension DataDirectory {
    /// Rewraps the keys of tenants and of `control.db` with another master key. It blocks.
    /// - Returns: whether each key could be read. A key that the old master key does not open is skipped: losing that
    ///   master key does not affect it. A file that is temporarily unreadable stops the rotation.
    package func rewrap(_ folders: [String], from old: MasterKey, to new: MasterKey) throws(KeyError) -> Bool {
        var areAllRead = true
        for folder in folders {
            do throws(KeyError) {
                try TenantKeys.rewrap(DataDirectory.key(in: tenant(folder)), tenant: folder, from: old, to: new)
            } catch {
                guard error.isOfFile else { throw error }
                areAllRead = false
            }
        }
        try TenantKeys.rewrap(controlKey, tenant: DataDirectory.controlLabel, from: old, to: new)
        return areAllRead
    }

    /// Whether a master key opens each readable key file, `control.json` among them.
    package func isAllWrapped(by master: MasterKey) throws(KeyError) -> Bool {
        let folders: [String]
        do throws(StoreError) { folders = try tenantFolders() } catch {
            throw .system(path: tenants, reason: error.description)
        }
        return try isAllWrapped(by: master, folders)
    }

    /// The same for some tenants.
    package func isAllWrapped(by master: MasterKey, _ folders: [String]) throws(KeyError) -> Bool {
        let files = folders.map { (DataDirectory.key(in: tenant($0)), $0) }
        for (path, label) in files + [(controlKey, DataDirectory.controlLabel)] {
            do throws(KeyError) {
                _ = try TenantKeys(contentsOf: path, tenant: label, wrappedBy: master)
            } catch {
                if case .otherMasterKey = error { return false }
                guard error.isOfFile else { throw error }
            }
        }
        return true
    }
}
