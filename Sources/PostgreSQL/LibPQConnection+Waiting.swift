import CLibPQ
import Glibc

extension LibPQConnection {
    /// How long one call of `poll` waits: an interruption is noticed after this time at the latest.
    private static let longestPoll: Int32 = 100

    /// Until when an answer is awaited. The server itself interrupts a statement at its deadline.
    func end(after deadline: ContinuousClock.Instant?) -> ContinuousClock.Instant {
        deadline.map { max($0, .now) + answerTimeout } ?? .now + longest
    }

    func check(_ sent: Int32) throws(ServerFailure) {
        guard sent == 1 else { throw lost("a statement could not be sent") }
    }

    /// Gives up the connection.
    func lost(_ reason: String) -> ServerFailure {
        isLost = true
        return .lost(reason)
    }

    /// Gives up the connection, and tells the server so at once.
    func giveUp() {
        let socket = unsafe PQsocket(handle)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        isLost = true
    }

    private func gaveUp() -> ServerFailure {
        giveUp()
        return .lost("the server did not answer in time")
    }

    /// The answer to what was sent.
    func answer(by end: ContinuousClock.Instant) throws(ServerFailure) -> LibPQResult {
        var last: LibPQResult?
        var failure: ServerFailure?
        while true {
            try wait(until: end)
            guard let result = unsafe PQgetResult(handle) else { break }
            let answer = unsafe LibPQResult(result)
            failure = failure ?? answer.failure
            // Of a COPY, which nothing here sends, there would be results for ever.
            if case .lost(let reason) = failure { throw lost(reason) }
            last = answer
        }
        if let failure { throw transaction == .lost ? lost("the server ended the connection (\(failure))") : failure }
        guard let last else { throw lost("the server sent no answer") }
        return last
    }

    /// Waits until the next result is complete. If that takes too long, the connection is given up.
    func wait(until end: ContinuousClock.Instant) throws(ServerFailure) {
        while true {
            let unsent = unsafe PQflush(handle)
            guard unsent >= 0 else { throw lost("the connection broke") }
            // Also between statements that are all quick.
            guard !interruption.isSet else { throw gaveUp() }
            if unsent == 0, unsafe PQisBusy(handle) == 0 { return }
            let socket = unsafe PQsocket(handle)
            var waiting = pollfd(fd: socket, events: Int16(POLLIN | (unsent > 0 ? POLLOUT : 0)), revents: 0)
            let time = min(ContinuousClock.now.duration(to: end).milliseconds, LibPQConnection.longestPoll)
            switch unsafe poll(&waiting, 1, time) {
            case 0 where !interruption.isSet && .now < end: break
            case 0: throw gaveUp()
            case ..<0: guard errno == EINTR else { throw lost("the socket failed (\(errno))") }
            default:
                guard unsafe waiting.revents == Int16(POLLOUT) || PQconsumeInput(handle) == 1 else {
                    throw lost("the connection broke")
                }
            }
        }
    }
}

extension Duration {
    /// Whole milliseconds for `poll`, rounded up; at least 0.
    var milliseconds: Int32 {
        max(0, Int32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 + 1))
    }
}
