import DurableFiles
import Glibc

// What DurableFiles does, with this room's errors.

extension StoreError {
    /// What failed on a file or a folder.
    init(_ error: FileError) { self = .system(path: error.path, reason: error.reason) }
}

/// The size of a file, asked for without opening it; nil if there is none.
package func fileSize(_ path: String) -> Int? { DurableFile.size(path) }

/// A file opened for reading. Never one that SQLite has open: closing it would drop SQLite's locks.
package struct ReadableFile: ~Copyable {
    private let file: DurableFiles.ReadableFile
    /// Its bytes.
    package let size: Int

    /// Opens it.
    package init(_ path: String) throws(StoreError) {
        do throws(FileError) { file = try DurableFiles.ReadableFile(path) } catch { throw StoreError(error) }
        size = file.size ?? 0
    }

    /// The bytes at an offset, fewer at the end of the file.
    package func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
        do throws(FileError) { return try file.read(count, at: offset) } catch { throw StoreError(error) }
    }
}

/// A small file's bytes.
package func wholeFile(_ path: String) throws(StoreError) -> [UInt8] {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.read(path) }
}

/// Writes a file that must not be there, for its owner only, and waits until it is on the disk.
package func writeNewFile(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.create(path, with: bytes) }
}

/// The directory that a path is in.
package func folder(of path: String) -> String { Folder.parent(of: path) }

/// Writes zeros over a small file before its name goes.
package func overwriteAndRemove(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.overwriteAndRemove(path) }
}

/// Takes a file's name away, down to the disk.
package func removeFile(_ path: String) throws(StoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw lastError(path) }
    try syncDirectory(folder(of: path))
}

/// Copies a file that no one writes to a new one, down to the disk.
package func copyFile(_ path: String, to copy: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.copy(path, to: copy) }
}

/// Waits until a file is on the disk. Never one that SQLite has open.
package func syncFile(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.sync(path) }
}

/// Puts bytes in a file's place: a reader finds the old ones or the new ones, whole, and after a crash, too.
package func replaceFile(_ path: String, with bytes: [UInt8]) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.replace(path, with: bytes) }
}

/// Renames a finished file to its place, down to the disk.
package func putInPlace(_ finished: String, at path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try DurableFile.move(finished, to: path) }
}

/// Makes a directory for its owner only; one that is there is left as it is.
package func makeDirectory(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try Folder.make(path) }
}

/// Waits until a directory's entries are on the disk.
package func syncDirectory(_ path: String) throws(StoreError) {
    try mapping(StoreError.init) { () throws(FileError) in try Folder.sync(path) }
}

/// What the last system call failed with.
package func lastError(_ path: String) -> StoreError {
    .system(path: path, reason: unsafe String(cString: strerror(errno)))
}
