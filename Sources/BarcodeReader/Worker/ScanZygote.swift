import CSandbox
import Glibc

/// The process that forks scan workers. It loads everything that a worker needs once, and never handles a picture.
///
/// Workers inherit its memory, and so its address layout. A zygote is replaced once a worker has failed, or after a
/// number of workers.
enum ScanZygote {
    /// Forks a worker for each descriptor that arrives through the socket, which becomes its standard input and output.
    /// Reports through the socket how the worker ended, as wait(2) does, before it forks the next one. Returns in the
    /// workers; the zygote ends with its socket.
    static func becomeWorker(socket: Int32, sandbox: Sandbox) {
        let zygote = getpid()
        guard sandbox.giveUpPrivileges() else { exit(ScanWorker.Ending.unavailable.rawValue) }
        while case let connection = fairkit_receive_descriptor(socket), connection >= 0 {
            let worker = fairkit_fork()
            if worker == 0 { return become(sandbox, connection, childOf: zygote) }
            close(connection)
            guard worker > 0, notify(endOf: worker, through: socket) else {
                exit(ScanWorker.Ending.unavailable.rawValue)
            }
        }
        exit(ScanWorker.Ending.done.rawValue)
    }

    private static func become(_ sandbox: Sandbox, _ connection: Int32, childOf zygote: pid_t) {
        let isSetUp =
            dup2(connection, 0) == 0 && dup2(connection, 1) == 1 && sandbox.closeDescriptors()
            && sandbox.giveUpPrivileges()
        // A worker that was orphaned before it set its parent-death signal would never end.
        guard isSetUp, getppid() == zygote else { exit(ScanWorker.Ending.unavailable.rawValue) }
    }

    private static func notify(endOf worker: pid_t, through socket: Int32) -> Bool {
        var status: Int32 = 0
        while unsafe waitpid(worker, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return unsafe withUnsafeBytes(of: &status) { unsafe write(socket, $0.baseAddress, $0.count) == $0.count }
    }
}
