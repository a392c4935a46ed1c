import Glibc

/// An open folder. It stays the same folder even if its name is given to another.
struct HeldFolder: ~Copyable, Sendable {
    let number: Int32

    /// Opens a folder by its path, following links.
    init(directory path: String) throws(StoreError) {
        number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw lastError(path) }
    }

    private init(number: Int32) { self.number = number }

    deinit { if number >= 0 { close(number) } }

    /// Opens a folder inside this one, without following links.
    /// - Parameter path: for the error.
    func folder(_ name: String, named path: String) throws(StoreError) -> HeldFolder {
        let opened = unsafe openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard opened >= 0 else { throw lastError(path) }
        return HeldFolder(number: opened)
    }

    /// The file status of a name in this folder, which may be a link; nil: there is none.
    func status(of name: String) -> stat? {
        var status = stat()
        return unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// - Parameter path: for the error.
    func status(_ path: String) throws(StoreError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw lastError(path) }
        return status
    }

    /// Syncs the folder's entries.
    /// - Parameter path: for the error.
    func sync(_ path: String) throws(StoreError) {
        guard fsync(number) == 0 else { throw lastError(path) }
    }
}
