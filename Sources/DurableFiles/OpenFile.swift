import Glibc

/// Opens an existing file and reads its metadata. The caller closes the descriptor.
func openFile(_ path: String, _ flags: Int32) throws(FileError) -> (descriptor: Int32, status: stat) {
    let descriptor = unsafe open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
        let error = FileError(path)
        close(descriptor)
        throw error
    }
    return (descriptor, status)
}
