import DurableFiles
import FairKitServer
import FoundationEssentials

/// A file, read piece by piece, so that its size is no matter.
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

    /// Bytes of the whole; nil for what has no size, such as a pipe.
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

/// All of a file, such as a person's profile; `-` is standard input.
func wholeFile(_ path: String) throws -> Data {
    let chunks = try FileChunks(path: path == "-" ? "/dev/stdin" : path)
    var bytes: [UInt8] = []
    while case let more = try chunks.next(), !more.isEmpty { bytes += more }
    return Data(bytes)
}
