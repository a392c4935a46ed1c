import FoundationEssentials
import Glibc

/// Writes a file that only its owner may read, from its first byte on. One that is not written whole is removed.
/// - Parameter replacing: whether a file that is there may be replaced; it is there until the new one is whole.
func writePrivately(_ content: Data, to path: String, replacing: Bool) throws(Refusal) {
    let isThere = unsafe access(path, F_OK) == 0
    guard !isThere || isPlainFile(path) else { throw Refusal("\(path) is no file.") }
    let replaced = isThere && replacing
    let written = replaced ? "\(path).\(UUID().uuidString.prefix(8)).new" : path
    let descriptor = unsafe open(written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    let isWhole = write(content, to: descriptor) && fsync(descriptor) == 0
    var refusal = isWhole ? nil : failure(path)
    close(descriptor)
    if isWhole, replaced, unsafe rename(written, path) != 0 { refusal = failure(path) }
    guard let refusal else { return }
    unsafe unlink(written)
    throw refusal
}

private func write(_ content: Data, to descriptor: Int32) -> Bool {
    var done = 0
    while done < content.count {
        let count = unsafe content.withUnsafeBytes { bytes in
            unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
        }
        guard count > 0 || errno == EINTR else { return false }
        done += max(count, 0)
    }
    return true
}

private func isPlainFile(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
}

private func failure(_ path: String) -> Refusal {
    Refusal("\(path) can't be written: \(unsafe String(cString: strerror(errno))).")
}
