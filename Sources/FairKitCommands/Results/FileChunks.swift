import DurableFiles
import FairKitServer
import FoundationEssentials

/// A file, read in chunks, so that it can have any size.
final class FileChunks {
    private let path: String
    private let file: ReadableFile
    /// Bytes that `peek` has read, and `next` has not returned.
    private var peeked: [UInt8]?
    private(set) var consumed = 0

    private static let length = 1 << 16

    /// - Parameter path: `-` is standard input.
    init(path: String) throws(OperatorError) {
        self.path = path == "-" ? "standard input" : path
        do throws(FileError) { file = try ReadableFile(path == "-" ? "/dev/stdin" : path) } catch {
            throw OperatorError("\(self.path) can't be opened: \(error.reason).")
        }
    }

    /// The size in bytes; nil for a pipe, which has no size.
    var size: Int? { file.size }

    /// - Returns: the next bytes; none at the end.
    func next() throws(OperatorError) -> [UInt8] {
        let bytes = try peek()
        peeked = nil
        consumed += bytes.count
        return bytes
    }

    /// - Returns: the bytes that `next` will return.
    func peek() throws(OperatorError) -> [UInt8] {
        if let peeked { return peeked }
        do throws(FileError) {
            let bytes = try file.next(FileChunks.length)
            peeked = bytes
            return bytes
        } catch { throw OperatorError("\(path) can't be read: \(error.reason).") }
    }
}

/// The content of a file; `-` is standard input.
func wholeFile(_ path: String) throws -> Data {
    let chunks = try FileChunks(path: path)
    var bytes: [UInt8] = []
    while case let more = try chunks.next(), !more.isEmpty { bytes += more }
    return Data(bytes)
}
