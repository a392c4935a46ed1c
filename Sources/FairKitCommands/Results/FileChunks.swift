import DurableFiles
import FairKitServer
import FoundationEssentials

/// A file, read in chunks, so that it can have any size.
final class FileChunks {
    private let path: String
    private let file: ReadableFile
    private(set) var consumed = 0

    private static let length = 1 << 16

    init(path: String) throws(OperatorError) {
        self.path = path
        do throws(FileError) { file = try ReadableFile(path) } catch {
            throw OperatorError("\(path) can't be opened: \(error.reason).")
        }
    }

    /// The size in bytes; nil for a pipe, which has no size.
    var size: Int? { file.size }

    /// - Returns: the next bytes; none at the end.
    func next() throws(OperatorError) -> [UInt8] {
        do throws(FileError) {
            let bytes = try file.next(FileChunks.length)
            consumed += bytes.count
            return bytes
        } catch { throw OperatorError("\(path) can't be read: \(error.reason).") }
    }
}

/// The content of a file; `-` is standard input.
func wholeFile(_ path: String) throws -> Data {
    let chunks = try FileChunks(path: path == "-" ? "/dev/stdin" : path)
    var bytes: [UInt8] = []
    while case let more = try chunks.next(), !more.isEmpty { bytes += more }
    return Data(bytes)
}
