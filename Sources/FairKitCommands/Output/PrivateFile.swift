import DurableFiles
import FairKitServer
import FoundationEssentials
import Glibc

/// Writes a file that only its owner may read, from its first byte on. One that is not written whole is removed.
/// - Parameter replacing: whether a file that is there may be replaced; it is there until the new one is whole.
func writePrivately(_ content: Data, to path: String, replacing: Bool) throws(OperatorError) {
    let isThere = unsafe access(path, F_OK) == 0
    guard !isThere || isPlainFile(path) else { throw OperatorError("\(path) is no file.") }
    do throws(FileError) {
        if isThere, replacing {
            try replace(path, with: Array(content))
        } else {
            try DurableFile.create(path, with: Array(content))
        }
    } catch {
        throw OperatorError("\(path) can't be written: \(error.reason).")
    }
}

/// Commands may run beside one another, so each writes under a name of its own first.
private func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let unfinished = "\(path).\(UUID().uuidString.prefix(8)).new"
    try DurableFile.create(unfinished, with: bytes)
    do throws(FileError) { try DurableFile.move(unfinished, to: path) } catch {
        unsafe unlink(unfinished)
        throw error
    }
}

private func isPlainFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
}
