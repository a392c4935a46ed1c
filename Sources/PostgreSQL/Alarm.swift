import Glibc

/// Wakes a thread that waits for a socket or for time to pass. Once raised, it stays so.
final class Alarm: Sendable {
    private let (readingEnd, writingEnd): (Int32, Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without descriptors, nothing else would work, either: then waiting returns at once.
        if unsafe pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Wakes the thread, now or when it waits next.
    func raise() {
        var byte: UInt8 = 1
        _ = unsafe write(writingEnd, &byte, 1)
    }

    /// Whether it was raised.
    var isRaised: Bool {
        var end = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&end, 1, 0) > 0
    }

    /// Waits until it is raised, a socket has something to read, or the time has passed.
    /// - Returns: whether the socket has something to read.
    @discardableResult
    func wait(for time: Duration, or socket: Int32 = -1) -> Bool {
        let end = ContinuousClock.now + time
        while true {
            // A negative descriptor is ignored.
            var both = [
                pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&both, 2, ContinuousClock.now.duration(to: end).milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0 && both[0].revents == 0
        }
    }
}
