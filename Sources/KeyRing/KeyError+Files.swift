package import DurableFiles

extension KeyError {
    /// Translates a file error.
    package init(_ error: FileError) {
        self = error.isTaken ? .exists(path: error.path) : .system(path: error.path, reason: error.reason)
    }

    /// Translates the file errors of a closure.
    static func mapping<T>(_ body: () throws(FileError) -> T) throws(KeyError) -> T {
        do throws(FileError) { return try body() } catch { throw KeyError(error) }
    }

    /// The bytes of a key file; nil if it does not exist. A file that is temporarily unreadable is distinguished from a
    /// damaged one.
    static func reading(_ path: String) throws(KeyError) -> [UInt8]? {
        do throws(FileError) { return try DurableFile.read(path) } catch {
            guard error.isMissing else { throw KeyError(error) }
            return nil
        }
    }
}
