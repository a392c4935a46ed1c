import FairKitCore
import Glibc

/// `control.sock` in a data directory, where commands speak to the server.
///
/// A socket's path may have 107 bytes, and data directories can be deeper: both ends go by a descriptor of the directory.
/// See the decision `0013-a-command-is-a-client`.
package final class ControlSocket: Sendable {
    private static let name = "control.sock"
    /// The socket before its mode is set and it gets its name.
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
            ? OperatorError("There is no FairKit store in \(data). Name its directory, or make one with fairkit init.")
            : OperatorError("\(data) can't be opened: \(reason(code)). Check the path and its permissions.")
    }

    deinit {
        if directory >= 0 { close(directory) }
    }

    /// Where the server listens at first. See `publish`.
    var newPath: String { "/proc/self/fd/\(directory)/\(ControlSocket.newName)" }

    /// The address of a path on the server, as an HTTP client takes it.
    package func url(_ path: String) -> String {
        "http+unix://" + "/proc/self/fd/\(directory)/\(ControlSocket.name)".percentEncoded + path
    }

    /// Gives the socket that listens its mode and its name, in the place of one that a killed process left.
    func publish() throws(OperatorError) {
        guard unsafe fchmodat(directory, ControlSocket.newName, 0o600, 0) == 0,
            unsafe renameat(directory, ControlSocket.newName, directory, ControlSocket.name) == 0
        else { throw OperatorError("\(ControlSocket.name) in \(data) can't be made: \(reason(errno)).") }
    }

    /// Takes the socket away. Only who holds the directory's lock may.
    package func remove() {
        unsafe unlinkat(directory, ControlSocket.name, 0)
        unsafe unlinkat(directory, ControlSocket.newName, 0)
    }

    /// Files that another user's process leaves behind would shut the owner out, so not even root opens a store of
    /// somebody else's.
    package func checkOwner() throws(OperatorError) {
        guard owner != geteuid() else { return }
        throw foreign
    }

    /// What is said to a user who may not use the directory.
    package var foreign: OperatorError {
        let name = unsafe getpwuid(owner).map { unsafe String(cString: $0.pointee.pw_name) } ?? "\(owner)"
        return OperatorError("\(data) belongs to the user \(name). Run this command as that user.")
    }
}

private func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
