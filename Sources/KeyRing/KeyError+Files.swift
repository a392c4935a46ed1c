package import DurableFiles

extension KeyError {
    /// What a file's failure means for a key.
    package init(_ error: FileError) {
        self = error.isTaken ? .exists(path: error.path) : .system(path: error.path, reason: error.reason)
    }

    /// Runs what is done with a key's file.
    static func mapping<T>(_ body: () throws(FileError) -> T) throws(KeyError) -> T {
        do throws(FileError) { return try body() } catch { throw KeyError(error) }
    }

    /// The bytes of a key's file; nil if there is none. One that can't be read just now is told from one that is damaged.
    static func reading(_ path: String) throws(KeyError) -> [UInt8]? {
        do throws(FileError) { return try DurableFile.read(path) } catch {
            guard error.isMissing else { throw KeyError(error) }
            return nil
        }
    }
}
