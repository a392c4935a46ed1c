package import CoreMetrics
package import FairKitCore
import FairKitRuntime
package import FairKitService
package import FairKitStore
package import FairKitVault
import FoundationEssentials
import KeyRing
import Logging
import Synchronization

import struct Relational.DatabaseObserver

/// A real encrypted store in a temporary directory, with real scan workers and a manual clock.
package final class TestHouse: Sendable {
    package let time: ManualTime
    package let directory: DataDirectory
    package let store: Store
    package let workers: ScanWorkerPool
    package let tenancy: Tenancy
    /// The keys that sign access tokens.
    package let signing: SigningKeys
    private let key: MasterKey
    /// The data directory of its store.
    package let held: HeldDirectory
    /// Whether the directory is removed with this house.
    private let ownsDirectory = Mutex(true)
    package static let tenant = TenantID(uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

    package init(
        worker: ScanWorkerPool.Worker = .built, workerCount: Int = 1, waiting: Int = 16,
        allowsPrivateWebhooks: Bool = true,
        clock: any Clock<Duration> = StillClock(), metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) throws {
        time = ManualTime()
        directory = DataDirectory(
            path: FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)")
        signing = SigningKeys([try SigningKey.random(at: time.now, signsAt: time.now)])
        let key = try MasterKey.random()
        self.key = key
        try directory.initialise { () throws(KeyError) in key }
        held = try HeldDirectory(directory)
        store = try Store.open(held, observer: DatabaseObserver(metrics)) { () throws(KeyError) in key }
        workers = ScanWorkerPool(
            worker: worker, count: workerCount, waiting: waiting,
            logger: .quiet, metrics: metrics)
        tenancy = TestHouse.tenancy(
            store, workers, time, allowsPrivateWebhooks: allowsPrivateWebhooks, clock: clock, metrics: metrics)
    }

    /// Reopens the directory of another house after a crash: what that house held in memory is lost.
    package init(after crashed: TestHouse, clock: any Clock<Duration>) throws {
        crashed.store.close()
        crashed.ownsDirectory.withLock { $0 = false }
        (time, directory, signing, workers) = (crashed.time, crashed.directory, crashed.signing, crashed.workers)
        let key = crashed.key
        (self.key, held) = (key, crashed.held)
        let metrics = NOOPMetricsHandler.instance
        store = try Store.open(held, observer: DatabaseObserver(metrics)) { () throws(KeyError) in key }
        tenancy = TestHouse.tenancy(
            store, workers, time, allowsPrivateWebhooks: true, clock: clock, metrics: metrics)
    }

    private static func tenancy(
        _ store: Store, _ workers: ScanWorkerPool, _ time: ManualTime, allowsPrivateWebhooks: Bool,
        clock: any Clock<Duration>, metrics: any MetricsFactory
    ) -> Tenancy {
        Tenancy(
            store: store, workers: workers, passwords: .quick, zones: TimeZones(),
            settings: Tenancy.Settings(link: .example, allowsPrivateWebhooks: allowsPrivateWebhooks),
            now: { time.now }, clock: clock, metrics: metrics)
    }

    deinit {
        store.close()
        if ownsDirectory.withLock(\.self) { try? FileManager.default.removeItem(atPath: directory.path) }
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
