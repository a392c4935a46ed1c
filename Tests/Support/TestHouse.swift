package import CoreMetrics
package import FairKitCore
package import FairKitRuntime
package import FairKitService
package import FairKitStore
package import FairKitVault
import FoundationEssentials
import KeyRing
import Logging
import Synchronization

import struct Relational.DatabaseObserver

/// A real encrypted store, with real scan workers and a manual clock.
package final class TestHouse: Sendable {
    package let time: ManualTime
    /// The time that has surely passed, while a test keeps it; nil: the time.
    package let passed = PassedByTest()
    private let place: TestPlace
    package let store: Store
    package let workers: ScanWorkerPool
    package let tenancy: Tenancy
    /// The keys that sign access tokens.
    package let signing: SigningKeys
    /// The folder of its store's file.
    package var directory: DataDirectory { place.directory }
    package static let tenant = TenantID(uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

    package init(
        worker: ScanWorkerPool.Worker = .built, workerCount: Int = 1, waiting: Int = 16,
        allowsPrivateWebhooks: Bool = true, sending: SendingLimits = SendingLimits(),
        channels: Set<ContactKind> = [],
        clock: any Clock<Duration> = StillClock(), metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws {
        time = ManualTime()
        signing = SigningKeys([try SigningKey.random(at: time.now, signsAt: time.now)])
        place = try TestPlace(master: .random())
        try place.initialise()
        store = try place.open(observer: DatabaseObserver(metrics))
        workers = ScanWorkerPool(
            worker: worker, count: workerCount, waiting: waiting,
            logger: .quiet, metrics: metrics)
        tenancy = TestHouse.tenancy(
            store, workers, time, passed,
            settings: Tenancy.Settings(
                link: .example, allowsPrivateWebhooks: allowsPrivateWebhooks, channels: channels, sending: sending),
            clock: clock, metrics: metrics)
    }

    /// Reopens the store of another house after a crash: what that house held in memory is lost.
    package init(after crashed: TestHouse, clock: any Clock<Duration>) throws {
        crashed.store.close()
        (time, place, signing, workers) = (crashed.time, crashed.place, crashed.signing, crashed.workers)
        let metrics = NOOPMetricsHandler.instance
        store = try place.open(held: try? crashed.held, observer: DatabaseObserver(metrics))
        tenancy = TestHouse.tenancy(
            store, workers, time, passed, settings: Tenancy.Settings(link: .example, allowsPrivateWebhooks: true),
            clock: clock, metrics: metrics)
    }

    /// The data directory of its store.
    /// - Throws: `WithoutFiles` if it has none.
    package var held: HeldDirectory {
        get throws(WithoutFiles) {
            guard case .file(let file) = store.location else { throw WithoutFiles("the store is a schema") }
            return file.held
        }
    }

    private static func tenancy(
        _ store: Store, _ workers: ScanWorkerPool, _ time: ManualTime, _ passed: PassedByTest,
        settings: Tenancy.Settings, clock: any Clock<Duration>, metrics: any MetricsFactory
    ) -> Tenancy {
        Tenancy(
            store: store, workers: workers, passwords: .quick, zones: TimeZones(),
            settings: settings,
            now: { time.now }, clock: clock, passed: { passed.now ?? time.now }, metrics: metrics)
    }

    deinit {
        store.close()
    }

    /// Runs a body while the scan workers run.
    @discardableResult
    package func withWorkers<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        try await withThrowingTaskGroup(of: Void.self) { [workers] group in
            group.addTask { try await workers.run() }
            defer { workers.stop() }
            return try await body()
        }
    }

    /// A caller with a role, in a request named `test`.
    package func caller(_ role: Role) -> Caller {
        Caller(subject: Subject(.key(.new(at: time.now)), role: role), route: "test", requestID: "test")
    }

    /// A person in a time zone. Without an e-mail address, only accounts reach them.
    package func person(
        zone: String = "UTC", consents: Consents = Consents(clinicians: true, partners: true), email: String? = nil
    ) async throws -> ProfileID {
        let details = ProfileDetails(
            givenName: "Ada", familyName: "Otieno", birthDate: CalendarDate(daysSince1970: 3711), sex: .female,
            email: email, phone: nil, language: .english, timeZone: zone, knownGenotype: nil, identifiers: [],
            consents: consents)
        return try await tenancy.profiles.create(details, by: caller(.administrator)).id
    }

    /// The key of a laboratory, created if necessary.
    package func laboratory(_ name: String = "Nairobi Central") async throws -> Caller {
        let (key, _) = try await tenancy.keys.create(name: "analyser", for: .laboratory(name), by: .command)
        return Caller(subject: Subject(.key(key.id), role: key.role), route: "test", requestID: "test")
    }

    /// A photo in `images/`.
    package static func photo(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(root)/images/\(name)")))
    }

    /// The package's folder.
    package static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
}

/// The time that has surely passed, as a test says.
package final class PassedByTest: Sendable {
    private let kept = Mutex<Timestamp?>(nil)

    /// nil: it is the time now.
    package var now: Timestamp? { kept.withLock { $0 } }

    package func keep(_ time: Timestamp?) { kept.withLock { $0 = time } }
}

extension ScanWorkerPool.Worker {
    /// The executable that was built beside the tests. Sanitisers reserve terabytes and are slow, so two limits are
    /// wide here; the acceptance tests run the release binary with the real ones.
    package static let built = ScanWorkerPool.Worker(
        executable: executables + "/fairkit",
        arguments: ["scan-worker", "--any-address-space", "--seconds", "60"], timeout: .seconds(60))

    private static var executables: String {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return test.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }
}
