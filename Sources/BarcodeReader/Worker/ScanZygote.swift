import CSandbox
import Glibc

/// The process that scan workers are forked from: everything that a worker needs is loaded there once, and no picture ever
/// comes near it.
///
/// A worker inherits its memory, and so its address layout: once a worker has failed, or after a number of them, a zygote is
/// no longer used.
enum ScanZygote {
    /// Forks a worker for each descriptor that comes through the socket, which becomes its standard input and output, and tells
    /// through the socket how it ended, as wait(2) does, before it forks the next. Returns in the workers; the zygote ends with
    /// its socket.
    static func becomeWorker(socket: Int32, cage: Cage) {
        let zygote = getpid()
        guard cage.giveUpPrivileges() else { exit(ScanWorker.Ending.unavailable.rawValue) }
        while case let connection = fairkit_receive_descriptor(socket), connection >= 0 {
            let worker = fairkit_fork()
            if worker == 0 { return become(cage, connection, childOf: zygote) }
            close(connection)
            guard worker > 0, tell(endOf: worker, through: socket) else { exit(ScanWorker.Ending.unavailable.rawValue) }
        }
        exit(ScanWorker.Ending.done.rawValue)
    }

    private static func become(_ cage: Cage, _ connection: Int32, childOf zygote: pid_t) {
        let isSetUp =
            dup2(connection, 0) == 0 && dup2(connection, 1) == 1 && cage.closeDescriptors() && cage.giveUpPrivileges()
        // One that was orphaned before it said with whom it dies would live.
        guard isSetUp, getppid() == zygote else { exit(ScanWorker.Ending.unavailable.rawValue) }
    }

    private static func tell(endOf worker: pid_t, through socket: Int32) -> Bool {
        var status: Int32 = 0
        while unsafe waitpid(worker, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return unsafe withUnsafeBytes(of: &status) { unsafe write(socket, $0.baseAddress, $0.count) == $0.count }
    }
}
