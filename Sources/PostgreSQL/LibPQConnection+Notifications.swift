import CLibPQ
import Glibc

extension LibPQConnection {
    /// Takes the payloads of the notifications that have arrived.
    func takeNotifications() -> [String] {
        var payloads: [String] = []
        while let notification = unsafe PQnotifies(handle) {
            unsafe payloads.append(String(cString: notification.pointee.extra))
            unsafe PQfreemem(notification)
        }
        return payloads
    }

    /// Waits until the server sends something, or the alarm is raised.
    /// - Parameter time: how long at most.
    /// - Returns: whether the server sent something.
    func waitForInput(or alarm: Alarm, for time: Duration) throws(ServerFailure) -> Bool {
        let socket = unsafe PQsocket(handle)
        guard socket >= 0 else { throw lost("the connection broke") }
        guard alarm.wait(for: time, or: socket) else { return false }
        guard unsafe PQconsumeInput(handle) == 1 else { throw lost("the connection broke") }
        return true
    }
}
