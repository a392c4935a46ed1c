import DurableFiles
package import KeyRing

extension MasterKeys {
    /// Writes a new master key, and notes first that it is to be used. It blocks.
    /// - Parameters:
    ///   - file: a file that is not there yet, or one that holds the new key, if `mayTake`; nil: beside the one that is used, whose place it
    ///     takes later. One that waits there, since a change was not ended, is taken.
    ///   - mayTake: whether a key that is in the file already is taken.
    ///   - keepingOld: keeps the old one in a file of its own.
    package func prepare(
        in file: String?, mayTake: Bool = false, keepingOld: Bool = false, noting directory: DataDirectory
    ) throws(KeyRotationError) -> NewMasterKey {
        let place = try placeOfNew(named: file)
        do throws(KeyError) {
            let path = file ?? NewMasterKey.waiting(for: place ?? "")
            if mayTake || file == nil, let key = try NewMasterKey.found(in: path) {
                guard key.id != current.id else { throw .exists(path: path) }
                let new = NewMasterKey(key: key, file: path, place: place, isFresh: false, keepsOld: keepingOld)
                try note(new, in: directory)
                return new
            }
            let new = NewMasterKey(
                key: try MasterKey.random(), file: path, place: place, isFresh: true, keepsOld: keepingOld)
            try note(new, in: directory)
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

    /// What a new master key is to replace; nil: nothing, since it stays in the file that is named for it.
    private func placeOfNew(named file: String?) throws(KeyRotationError) -> String? {
        guard file == nil else { return nil }
        guard case .file(let used) = place else { throw .noPlace }
        do throws(KeyError) {
            guard try MasterKey(contentsOf: used).id == current.id else { throw .masterKeyMissing(path: used) }
            // What can't be written over is not replaced: better to fail now.
            _ = try mapping(KeyError.init) { () throws(FileError) in try ReplacedFile(used) }
        } catch {
            guard case .masterKeyMissing = error else { throw .key(error) }
            throw .replaced(path: used)
        }
        return used
    }

    private func note(_ new: NewMasterKey, in directory: DataDirectory) throws(KeyError) {
        let change = try MasterKeyChange(from: current, to: new.id, file: new.file, keepsOld: new.keepsOld)
        try change.write(in: directory)
    }

    /// Puts a new master key where it is to be, now that everything is wrapped with it. It blocks.
    /// - Parameters:
    ///   - keepingOld: keeps the old one in a file, since a tenant's key could not be read.
    ///   - use: takes the new keys over, before the old file is overwritten.
    /// - Returns: the file in which the old one is kept.
    package func put(
        _ next: NewMasterKey, keepingOld: Bool, use: (MasterKeys) -> Void
    ) throws(KeyError) -> String? {
        guard let place = next.place else {
            // It is where it was told to be. What FairKit may replace later is that, not the file of the old one.
            let isFile = if case .file = self.place { true } else { false }
            use(MasterKeys(next.key, from: isFile ? .file(next.file) : .given))
            return nil
        }
        let new = MasterKeys(next.key, from: .file(place))
        // So it is after an attempt that failed once it was there.
        guard try MasterKey(contentsOf: place).id != next.key.id else {
            use(new)
            return nil
        }
        let kept = keepingOld ? MasterKeys.kept(current.id, beside: place) : nil
        let replaced = try mapping(KeyError.init) { () throws(FileError) in
            if let kept { try DurableFile.addName(kept, to: place) }
            let replaced = try ReplacedFile(place)
            try DurableFile.move(next.file, to: place)
            return replaced
        }
        use(new)
        guard kept == nil else { return kept }
        do { try replaced.overwrite() } catch {
            throw .system(path: place, reason: "the key before could not be overwritten")
        }
        return nil
    }
}

extension DataDirectory {
    /// Wraps the keys of tenants and of `control.db` with another master key. It blocks.
    /// - Returns: whether each key could be read. What the old master key does not open is not lost with it, and does not keep the
    ///   others; what can't be read just now does.
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

    /// Whether a master key opens each file of keys that can be read, `control.json` among them.
    package func isAllWrapped(by master: MasterKey) throws(KeyError) -> Bool {
        let folders: [String]
        do throws(StoreError) { folders = try tenantFolders() } catch {
            throw .system(path: tenants, reason: error.description)
        }
        return try isAllWrapped(by: master, folders)
    }

    /// The same of some tenants.
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
