import DurableFiles
package import KeyRing

extension MasterKeys {
    /// Writes a new master key. It blocks.
    /// - Parameter file: a file that is not there yet; nil: beside the one that is used, whose place it takes later. One that waits
    ///   there, since a change was not ended, is taken.
    package func prepare(in file: String?) throws(KeyRotationError) -> NewMasterKey {
        do throws(KeyError) {
            if let file {
                let key = try MasterKey.random()
                try key.write(to: file)
                return NewMasterKey(key: key, file: file, place: nil, isFresh: true)
            }
            if case .file(let used) = place, try MasterKey(contentsOf: used).id == current.id {
                // What can't be written over is not replaced: better to fail now.
                _ = try mapping(KeyError.init) { () throws(FileError) in try ReplacedFile(used) }
                return try NewMasterKey.waitingKey(beside: used)
            }
        } catch { throw .key(error) }
        guard case .file(let used) = place else { throw .noPlace }
        throw .replaced(path: used)
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
}
