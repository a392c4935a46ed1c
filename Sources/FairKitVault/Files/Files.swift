import DurableFiles
import Glibc

// The functions of DurableFiles, with this module's errors.

extension StoreError {
    /// Translates the failure of a file or a folder.
    init(_ error: FileError) { self = .system(path: error.path, reason: error.reason) }
}

/// The size of a file, read without opening it; nil if it does not exist.
package func fileSize(_ path: String) -> Int? { DurableFile.size(path) }

/// A file that is open for reading. Never use it for one that SQLite has open: closing it would drop SQLite's locks.
package struct ReadableFile: ~Copyable {
    private let file: DurableFiles.ReadableFile
    /// Its size in bytes.
    package let size: Int

    /// Opens it.
    package init(_ path: String) throws(StoreError) {
        do throws(FileError) { file = try DurableFiles.ReadableFile(path) } catch { throw StoreError(error) }
        size = file.size ?? 0
    }

    /// The bytes at an offset; fewer at the end of the file.
    package func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
        do throws(FileError) { return try file.read(count, at: offset) } catch { throw StoreError(error) }
    }
}

/// A small file's bytes.
package func wholeFile(_ path: String) throws(StoreError) -> [UInt8] {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.read(path) }
}

/// Creates a file for its owner only, which must not exist, and syncs it.
package func writeNewFile(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.create(path, with: bytes) }
}

/// The directory that contains a path.
package func folder(of path: String) -> String { Folder.parent(of: path) }

/// Overwrites a small file with zeros and removes it.
package func overwriteAndRemove(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.overwriteAndRemove(path) }
}

/// Removes a file and syncs the directory.
package func removeFile(_ path: String) throws(StoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw lastError(path) }
    try syncDirectory(folder(of: path))
}

/// Copies a file that is not being written to a new one, and syncs it.
package func copyFile(_ path: String, to copy: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.copy(path, to: copy) }
}

/// Syncs a file. Never use it for one that SQLite has open.
package func syncFile(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.sync(path) }
}

/// Replaces a file's content atomically: a reader finds the old bytes or the new ones, even after a crash.
package func replaceFile(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.replace(path, with: bytes) }
}

/// Renames a finished file to its place, and syncs the directory.
package func putInPlace(_ finished: String, at path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.move(finished, to: path) }
}

/// Creates a directory for its owner only; an existing one stays as it is.
package func makeDirectory(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try Folder.make(path) }
}

/// Syncs a directory's entries.
package func syncDirectory(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try Folder.sync(path) }
}

/// The error of the last system call.
package func lastError(_ path: String) -> StoreError {
    .system(path: path, reason: unsafe String(cString: strerror(errno)))
}
