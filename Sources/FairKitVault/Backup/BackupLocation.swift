import Glibc
import SQLCipher
import Synchronization

/// The path of a backup. It is written beside it, under another name, and renamed once it is complete.
package struct BackupLocation: Sendable {
    /// The path of the complete backup.
    package let path: String
    let parent: String
    /// The last part of the path.
    let name: String

    /// A path at which nothing is created yet.
    package init(_ path: String) {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        name = String(path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path)
        parent = folder(of: String(path))
        self.path = String(path)
    }

    /// Makes a backup, and removes the partial backup if that fails.
    package func make<T: Sendable>(
        _ held: HeldDirectory, _ body: (BackupFolder) async throws(BackupError) -> T
    ) async throws(BackupError) -> T {
        let isOnly = held.backupUnderWay.withLock { underWay in
            guard case .none = underWay else { return false }
            underWay = .beginning
            return true
        }
        guard isOnly else { throw .inProgress }
        defer { held.backupUnderWay.withLock { $0 = .none } }
        let folder = try BackupFolder(of: self)
        do throws(BackupError) {
            let lock = try folder.begin()
            defer { withExtendedLifetime(lock) {} }
            held.backupUnderWay.withLock { $0 = .making(folder) }
            do throws(BackupError) {
                let made = try await body(folder)
                try folder.finish()
                return made
            } catch {
                folder.remove()
                throw error
            }
        } catch { throw error.naming(folder.unfinished.path, folder.named) }
    }
}

/// Whether a backup of a data directory is in progress.
enum BackupsInProgress {
    case none
    case beginning
    case making(BackupFolder)
}

extension BackupError {
    /// The error with the folder's name instead of its descriptor, which means nothing to a reader.
    fileprivate func naming(_ descriptor: String, _ name: String) -> BackupError {
        func named(_ path: String) -> String {
            path.hasPrefix(descriptor + "/") ? name + path.dropFirst(descriptor.count) : path
        }
        guard case .store(let error) = self else { return self }
        switch error {
        case .system(let path, let reason): return .store(.system(path: named(path), reason: reason))
        case .opening(.system(let path, let code, let reason)):
            return .store(.opening(.system(path: named(path), errno: code, reason: reason)))
        case .opening(.database(let path, let error)): return .store(.opening(.database(path: named(path), error)))
        case .opening(.exists(let path)): return .store(.opening(.exists(path: named(path))))
        case .noStore, .storeExists, .foreignFiles, .controlMissing, .stillOpens, .key, .opening, .database, .server,
            .damagedLog,
            .damagedFile, .soundLog, .trapped, .interrupted:
            return self
        }
    }
}
