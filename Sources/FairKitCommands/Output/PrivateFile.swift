import DurableFiles
import FairKitServer
import FoundationEssentials
import Glibc

/// Writes a file that only its owner can read, from its first byte on. An incomplete file is removed.
/// - Parameter replacing: whether an existing file can be replaced; it stays until the new file is complete.
func writePrivately(_ content: Data, to path: String, replacing: Bool) throws(OperatorError) {
    let isThere = unsafe access(path, F_OK) == 0
    guard !isThere || isPlainFile(path) else { throw OperatorError("\(path) is not a file.") }
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

/// Several commands can run at once, so each writes under a unique name first.
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
