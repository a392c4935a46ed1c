import Glibc
import SQLCipher
import Synchronization

/// Where a backup is written: beside its place, under another name, and renamed into it once it is whole.
package struct BackupPlace: Sendable {
    /// Where it is once it is whole.
    package let path: String
    let parent: String
    /// The last part of the path.
    let name: String

    /// A place that nothing is made at yet.
    package init(_ path: String) {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        name = String(path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path)
        parent = folder(of: String(path))
        self.path = String(path)
    }

    /// Makes a backup, and takes away what there is of it if that fails.
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

/// Whether a backup of a data directory is being made.
enum BackupUnderWay {
    case none
    case beginning
    case making(BackupFolder)
}

extension BackupError {
    /// The same with the folder's name in place of its descriptor, which is nothing to a reader.
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
        case .noStore, .storeExists, .foreignFiles, .controlMissing, .stillOpens, .key, .opening, .damagedLog,
            .damagedFile, .soundLog, .interrupted:
            return self
        }
    }
}
