import ArgumentParser
import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Glibc
import Synchronization

/// `writes`: registrations and results a second on a fresh store, with one writer and with 64, each between two looks at the disk.
struct Writes: AsyncParsableCommand {
    @Option var dir: String
    /// The store is in this database, which is seeded, and the directory is this process's own. Then the disk is not looked at.
    @Option var database: String?
    @Option var seconds = 1.0

    struct Line: Encodable {
        let what: String
        let writers: Int
        let perSecond: Double
        /// Milliseconds of processor time for one.
        let cpu: Double
        /// Of the disk, just before and just after; empty: not looked at.
        var fdatasync: [Double] = []
        /// The bytes that one commit wrote, so that the disk is asked for the same; 0: not looked at.
        var bytesPerCommit = 0
    }

    func run() async throws {
        if let database { return try await measure(in: database) }
        try? FileManager.default.removeItem(atPath: dir)
        let house = try House(at: dir)
        defer {
            house.store.close()
            try? FileManager.default.removeItem(atPath: dir)
        }
        let work = try await Work(house: house)
        guard try await house.store.emptyLog() == true else { throw Failed(what: "emptying the log") }
        let steps = work.steps
        // While the log grows for the first time, its size tells.
        let bytes = [try await house.bytesPerCommit(work.register), try await house.bytesPerCommit(work.record)]
        for (place, (what, step)) in steps.enumerated() {
            var probe = try DiskProbe(in: dir, bytes: bytes[place])
            for writers in [1, 64] {
                let before = try probe.rate(for: seconds / 3)
                let (count, elapsed, cpu) = try await run(writers: writers, step)
                let after = try probe.rate(for: seconds / 3)
                try emit(
                    Line(
                        what: what, writers: writers, perSecond: Double(count) / elapsed,
                        cpu: cpu * 1000 / Double(count), fdatasync: [before, after], bytesPerCommit: bytes[place]))
            }
        }
    }

    private func measure(in database: String) async throws {
        let house = try await House.open(dir, database)
        defer { house.store.close() }
        // Codes that no kit of the seeded store has.
        let work = try await Work(house: house, after: 500_000_000 + now().milliseconds % 400_000_000)
        for (what, step) in work.steps {
            _ = try await run(writers: 8, step)
            for writers in [1, 64] {
                let (count, elapsed, cpu) = try await run(writers: writers, step)
                try emit(
                    Line(
                        what: what, writers: writers, perSecond: Double(count) / elapsed,
                        cpu: cpu * 1000 / Double(count)))
            }
        }
    }

    /// Runs a step again and again. How often, and in how many seconds of the clock and of processors.
    private func run(
        writers: Int, _ step: @escaping @Sendable () async throws -> Void
    ) async throws -> (count: Int, elapsed: Double, cpu: Double) {
        let (start, used) = (ContinuousClock.now, processorTime())
        let end = start + .seconds(seconds)
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<writers {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now < end {
                        try await step()
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return (count, (ContinuousClock.now - start).seconds, processorTime() - used)
    }
}

/// The processor time that this process has used, in seconds.
private func processorTime() -> Double {
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The two things that are written: kits that are registered, and results for them.
private final class Work: Sendable {
    private let house: House
    /// Kits and results are theirs in turn, as no one has thousands.
    private let people: [ProfileID]
    private let laboratory: Caller
    private let administrator: Caller
    private let registered: Mutex<Int64>
    private let resulted: Mutex<Int64>

    /// - Parameter number: that of the last kit that is there.
    init(house: House, after number: Int64 = 0) async throws {
        self.house = house
        var people: [ProfileID] = []
        for _ in 0..<500 { people.append(try await house.person()) }
        self.people = people
        laboratory = try await house.laboratory()
        administrator = house.administrator
        registered = Mutex(number)
        resulted = Mutex(number)
    }

    var steps: [(String, @Sendable () async throws -> Void)] { [("registration", register), ("result", record)] }

    /// Kit, history and audit, by the typed code.
    func register() async throws {
        let number = registered.withLock { number in
            number += 1
            return number
        }
        guard let code = KitCode(number: number) else { throw Failed(what: "numbering kits") }
        _ = try await house.tenancy.kits.register(
            KitRegistration(photo: nil, barcode: code.description, profileID: people[Int(number) % people.count]),
            by: administrator)
    }

    /// A result for a kit that was registered, or for one that nobody has.
    func record() async throws {
        let number = resulted.withLock { number in
            number += 1
            return number
        }
        guard let code = KitCode(number: number) else { throw Failed(what: "numbering kits") }
        let level = Level(value: Thousandths(count: 150_000), unit: .milligramsPerDecilitre)
        let findings = Findings(
            testDate: Timestamp(milliseconds: now().milliseconds).date(), level: level, genotype: nil, method: nil,
            reportedRange: nil)
        _ = try await house.tenancy.results.record(
            ResultReport(
                reference: "W-\(number)", kitCode: code.description, status: .final, findings: findings),
            by: laboratory)
    }
}

extension House {
    /// A person.
    func person() async throws -> ProfileID {
        let details = ProfileDetails(
            givenName: "Amina", familyName: "Odhiambo", birthDate: CalendarDate(daysSince1970: 3711), sex: .female,
            email: nil, phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [],
            consents: Consents(clinicians: true, partners: true))
        return try await tenancy.profiles.create(details, by: administrator).id
    }

    /// The key of a laboratory.
    func laboratory() async throws -> Caller {
        let (key, _) = try await tenancy.keys.create(
            name: "analyser", for: .laboratory("Laboratory"), by: .command)
        return caller(key.role)
    }

    /// How far SQLite's log grows with each of twenty commits.
    fileprivate func bytesPerCommit(_ step: () async throws -> Void) async throws -> Int {
        func size() -> Int {
            var status = stat()
            unsafe stat(log, &status)
            return status.st_size
        }
        let before = size()
        for _ in 0..<20 { try await step() }
        guard size() > before else { throw Failed(what: "seeing the log grow") }
        return (size() - before) / 20
    }
}
