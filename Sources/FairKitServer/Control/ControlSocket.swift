import FairKitCore
import Glibc

/// `control.sock` in a data directory, through which commands talk to the server.
///
/// A socket's path is limited to 107 bytes, and data directories can be deeper, so both ends use a descriptor of the
/// directory. See decision 0013.
package final class ControlSocket: Sendable {
    private static let name = "control.sock"
    /// The name of the socket before its mode is set.
    private static let newName = ".control.sock.new"

    private let data: String
    private let directory: Int32
    private let owner: uid_t

    package init(in data: String) throws(OperatorError) {
        self.data = data
        var status = stat()
        let found = unsafe stat(data, &status) == 0
        directory = found ? unsafe open(data, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
        let code = errno
        owner = status.st_uid
        guard directory < 0 else { return }
        if found, code == EACCES { throw foreign }
        throw code == ENOENT || code == ENOTDIR
            ? OperatorError(
                "There is no FairKit store in \(data). Name its directory, or create one with fairkit init.")
            : OperatorError("\(data) can't be opened: \(reason(code)). Check the path and its permissions.")
    }

    deinit {
        if directory >= 0 { close(directory) }
    }

    /// The path that the server listens on first. See `publish`.
    var newPath: String { "/proc/self/fd/\(directory)/\(ControlSocket.newName)" }

    /// The URL of a path on the server, for an HTTP client.
    package func url(_ path: String) -> String {
        "http+unix://" + "/proc/self/fd/\(directory)/\(ControlSocket.name)".percentEncoded + path
    }

    /// Sets the socket's mode and renames it, replacing the socket of a killed process.
    func publish() throws(OperatorError) {
        guard unsafe fchmodat(directory, ControlSocket.newName, 0o600, 0) == 0,
            unsafe renameat(directory, ControlSocket.newName, directory, ControlSocket.name) == 0
        else { throw OperatorError("\(ControlSocket.name) in \(data) can't be created: \(reason(errno)).") }
    }

    /// Removes the socket. The caller holds the directory's lock.
    package func remove() {
        unsafe unlinkat(directory, ControlSocket.name, 0)
        unsafe unlinkat(directory, ControlSocket.newName, 0)
    }

    /// Another user's files would lock the owner out, so not even root opens a store that belongs to another user.
    package func checkOwner() throws(OperatorError) {
        guard owner != geteuid() else { return }
        throw foreign
    }

    /// The error for a user who may not use the directory.
    package var foreign: OperatorError {
        let name = unsafe getpwuid(owner).map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(owner)"
        return OperatorError("\(data) belongs to the user \(name). Run this command as that user.")
    }
}

private func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
