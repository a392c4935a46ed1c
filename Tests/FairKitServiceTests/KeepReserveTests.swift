import FairKitService
import FairKitStore
import FoundationEssentials
import Logging
import Support
import Synchronization
import Testing

@Suite struct `Keeping the reserve` {
    private let house: TestHouse
    private var place: String { "\(house.directory.path)/reserve" }

    init() throws { house = try TestHouse() }

    @Test func `says once that the disk is full, and once that it has room again`() async throws {
        // A folder where the reserve is to be keeps it from being made.
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        _ = house.store.makeReserve()
        let lines = Lines()
        let clock = ScriptedClock { [place] look in
            switch look {
            case 1, 2, 4: return
            case 3: try FileManager.default.removeItem(atPath: place)
            default: throw CancellationError()
            }
        }
        try await KeepReserve(store: house.store, clock: clock, logger: lines.logger).run()
        #expect(lines.all.count == 2)
        #expect(lines.all.first?.hasPrefix("error the disk is full") == true)
        #expect(lines.all.last?.hasPrefix("notice the disk has room again") == true)
        #expect(!house.store.isDiskFull)
    }

    @Test func `says both when the disk was full for less than a look`() async throws {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        _ = house.store.makeReserve()
        try FileManager.default.removeItem(atPath: place)
        let lines = Lines()
        let clock = ScriptedClock { _ in throw CancellationError() }
        try await KeepReserve(store: house.store, clock: clock, logger: lines.logger).run()
        #expect(lines.all.count == 2)
    }
}

/// A clock on which a sleep takes no time: it does what the test wants then.
private final class ScriptedClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sleeps = Mutex(0)
    private let onSleep: @Sendable (Int) throws -> Void

    init(_ onSleep: @escaping @Sendable (_ number: Int) throws -> Void) { self.onSleep = onSleep }

    var now: Instant { Instant() }
    var minimumResolution: Swift.Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = sleeps.withLock { sleeps in
            sleeps += 1
            return sleeps
        }
        try onSleep(number)
    }
}

/// What was logged: level and message.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append("\(event.level) \(event.message)") }
        }
    }
}
