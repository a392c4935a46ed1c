import Coordination
package import FairKitCore
package import FairKitService
package import FairKitStore
import FairKitVault
package import Logging
import ServiceLifecycle
import Synchronization

package import struct Relational.DatabaseObserver

/// The tenants of an installation. Those that are in use or have pending work are open.
///
/// The first request opens a tenant. It is closed when it has had no request for a while and nothing in it has to be
/// watched. The first tenant stays open. See decision 0022.
package actor OpenTenants {
    /// Keeps a tenant open for as long as it lives.
    package final class Use: Sendable {
        package let tenant: Tenant
        package let store: Store
        package let tenancy: Tenancy
        private let uses: UseCount

        fileprivate init(_ opened: Opened) {
            tenant = opened.tenant
            store = opened.store
            tenancy = opened.tenancy
            uses = opened.uses
            uses.begin()
        }

        deinit { uses.end() }
    }

    struct Opened: Sendable {
        let tenant: Tenant
        let store: Store
        let tenancy: Tenancy
        let uses: UseCount
        /// nil: it has no background work.
        let running: RunningServices?
    }

    enum Phase {
        case opening(Task<Result<Opened, TenantFailure>, Never>)
        case open(Opened)
        case closing(Task<Void, Never>)
    }

    nonisolated package let installation: any Installation
    private let observer: DatabaseObserver
    let sendsMail: Bool
    /// The work that this server does of what several servers share; nil: it is alone.
    nonisolated package let leases: WorkLeases?
    /// The time that has surely passed; nil: the clock is not in doubt.
    nonisolated package let passed: PassedTime?
    /// The faults in the work of tenants that ended earlier servers; nil: they are not known.
    nonisolated package let traps: TenantTraps?
    private let make: @Sendable (Tenant, Store) async -> TenantApp
    let now: Now
    let clock: any Clock<Duration>
    let logger: Logger

    /// Tenants that are not erased, by name.
    var known: [TenantName: Tenant] = [:]
    /// Locks: `changing` to change or reload the list of tenants; before that, `keying` to work with keys, which may
    /// take long.
    private let (changing, keying) = (FIFOLock(), FIFOLock())
    let recording = FIFOLock()
    /// The phase of each tenant; closed ones are left out.
    var phases: [TenantID: Phase] = [:]
    /// The tenants whose files could not be opened when that was last tried.
    var unopened: Set<TenantID> = []
    /// Those whose data may lack something, as far as it was known when they were last open.
    var incomplete: Set<TenantID> = []
    /// The summaries of tenants that were opened or requested, open or not.
    private var summaries: [TenantID: TenantSummary] = [:]
    private let nowhere: TenantSummary
    var isStopping = false

    /// A tenant that was unused for this long is closed.
    package static let idleTimeout = Duration.seconds(60)
    /// How often unused and due tenants are looked for.
    static let pause = Duration.seconds(5)

    /// - Parameters:
    ///   - sendsMail: whether a tenant's queued mail is to be sent.
    ///   - leases: the work that this server does of what several servers share; nil: it is alone.
    ///   - make: builds the use cases and the background work of an open tenant.
    package init(
        _ installation: any Installation, observer: DatabaseObserver = .none, sendsMail: Bool = false,
        leases: WorkLeases? = nil, passed: PassedTime? = nil, traps: TenantTraps? = nil, now: @escaping Now,
        clock: any Clock<Duration>, logger: Logger,
        make: @escaping @Sendable (Tenant, Store) async -> TenantApp
    ) {
        self.installation = installation
        self.observer = observer
        self.sendsMail = sendsMail
        self.leases = leases
        self.passed = passed
        self.traps = traps
        self.now = now
        self.clock = clock
        self.logger = logger
        self.make = make
        nowhere = TenantSummary(now: now)
    }

    /// All tenants by name; erased ones last.
    package func list() async throws(DatabaseError) -> [Tenant] { try await installation.tenants() }

    /// Reloads the list of tenants. Only changes of tenants call it, one at a time, so that an older list never
    /// replaces a newer one.
    func load() async throws(DatabaseError) {
        let tenants = try await list().filter { $0.state != .erased }
        known = Dictionary(uniqueKeysWithValues: tenants.map { ($0.name, $0) })
        guard leases != nil else { return }
        let ids = Set(tenants.map(\.id))
        summaries = summaries.filter { ids.contains($0.key) }
    }

    /// Updates a tenant that was just changed.
    func know(_ tenant: Tenant, insteadOf name: TenantName) {
        let due = known[name].flatMap { $0.id == tenant.id ? $0.dueAt : nil }
        known[name] = nil
        guard tenant.state != .erased else {
            summaries[tenant.id] = nil
            unopened.remove(tenant.id)
            incomplete.remove(tenant.id)
            return
        }
        known[tenant.name] = tenant.due(at: due)
    }

    /// Runs a change or a reload of the list of tenants, one at a time.
    func alone<T: Sendable, Failure: Error>(_ body: () async throws(Failure) -> T) async throws(Failure) -> T {
        await changing.acquire()
        defer { changing.release() }
        return try await body()
    }

    /// Runs the creation, renaming, erasure or copying of tenants, one at a time, because it handles their keys.
    /// Suspending and resuming do not wait for it.
    func aloneWithKeys<T: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> T
    ) async throws(Failure) -> T {
        await keying.acquire()
        defer { keying.release() }
        return try await body()
    }

    /// On the first request.
    func loadIfUnknown() async throws(DatabaseError) {
        guard known.isEmpty else { return }
        try await alone { () async throws(DatabaseError) in if known.isEmpty { try await load() } }
    }

    /// Opens a tenant if it is closed, and keeps it open as long as the returned object lives.
    ///
    /// - Parameter evenSuspended: also opens a suspended tenant, for operators.
    package func use(_ name: TenantName, evenSuspended: Bool = false) async throws(TenantFailure) -> Use {
        if known.isEmpty {
            do { try await loadIfUnknown() } catch { throw .control(error) }
        }
        while true {
            guard let tenant = known[name] else { throw .unknown }
            guard tenant.state == .active || evenSuspended else { throw .suspended }
            guard !isStopping else { throw .stopping }
            switch phases[tenant.id] {
            case .open(let opened): return Use(opened)
            case .closing(let closing): await closing.value
            case .opening(let opening):
                if case .failure(let failure) = await opening.value { throw failure }
            case nil:
                phases[tenant.id] = .opening(
                    Task.detached { await WorkHolder(tenant.id.uuid).inTask { await self.open(tenant) } })
            }
        }
    }

    /// The summary of a tenant, known without its file, and the file's state. This opens nothing, and keeps nothing
    /// open. Unknown and suspended tenants have a summary, too, which takes the same time.
    ///
    /// - Returns: nil: the list of tenants can't be read now.
    package func summary(of name: TenantName) async -> (summary: TenantSummary, file: TenantFile)? {
        if known.isEmpty { try? await loadIfUnknown() }
        guard !known.isEmpty else { return nil }
        guard let tenant = known[name], tenant.state == .active else { return (nowhere, .closed) }
        let file: TenantFile =
            switch phases[tenant.id] {
            case .open: .open
            case .opening: .opening
            case .closing, nil: .closed
            }
        return (summary(of: tenant.id), file)
    }

    private func summary(of tenant: TenantID) -> TenantSummary {
        if let summary = summaries[tenant] { return summary }
        let summary = TenantSummary(of: tenant, now: now)
        summaries[tenant] = summary
        return summary
    }

    /// The open tenants. Looking at them keeps none open.
    package var openStores: [(tenant: Tenant, store: Store)] { opened.map { ($0.tenant, $0.store) } }

    /// The use cases of the open tenants. Looking at them keeps none open.
    package var openTenancies: [(tenant: Tenant, tenancy: Tenancy)] { opened.map { ($0.tenant, $0.tenancy) } }

    private func open(_ tenant: Tenant) async -> Result<Opened, TenantFailure> {
        let result: Result<Opened, TenantFailure>
        do throws(TenantFailure) { result = .success(try await opened(tenant)) } catch { result = .failure(error) }
        phases[tenant.id] = (try? result.get()).map { .open($0) }
        switch result {
        case .success: unopened.remove(tenant.id)
        case .failure(.store(let error)) where TenantFailure.store(error).passing == nil: unopened.insert(tenant.id)
        case .failure: break
        }
        return result
    }

    private func opened(_ tenant: Tenant) async throws(TenantFailure) -> Opened {
        if let traps = closingTraps(of: tenant) { throw .store(.trapped(traps)) }
        let folder = try await folder(of: tenant)
        var observer = observer
        observer.holder = WorkHolder(tenant.id.uuid)
        let store: Store
        do {
            store = try await onBlockingThread { [installation, observer] () throws(StoreError) in
                try installation.open(folder: folder, observer: observer)
            }
        } catch { throw .store(error) }
        for finding in store.findingsAtOpening {
            logger.warning(
                "a tenant's files are not as they were left",
                metadata: ["tenant": "\(tenant.id)", "finding": "\(finding)"])
        }
        if store.isIncomplete {
            logger.error(
                "a tenant's data may lack what was acknowledged: its audit log lacks entries that audit.anchor notes, or audit.anchor or commits.anchor was removed or altered. Keep a copy of the data directory, run fairkit audit verify, then restore a backup with fairkit restore, or accept the loss with fairkit db cut-log",
                metadata: ["tenant": "\(tenant.id)"])
        }
        await learnKeys(of: tenant, from: store)
        // A store that can't be read says so to its first request.
        for name in (try? await store.read { (tx) throws(DatabaseError) in try tx.refusedSettings() }) ?? [] {
            logger.warning(
                "a stored setting is outside its limits, so its default is used",
                metadata: ["tenant": "\(tenant.name.text)", "setting": "\(name)"])
        }
        let app = await make(tenant, store)
        app.tenancy.denials.follow(summary(of: tenant.id))
        // A suspended tenant has no background work.
        let work = app.work(logger: logger)
        // A server of the database looks after what a command writes.
        if work.isEmpty, leases != nil, tenant.state == .active { await record(due: now(), of: tenant) }
        guard !work.isEmpty, tenant.state == .active else {
            return Opened(
                tenant: tenant, store: store, tenancy: app.tenancy, uses: UseCount(now: now), running: nil)
        }
        // If the process is killed, the next one opens this tenant at once.
        if leases == nil || !isDue(tenant) { await record(due: now(), of: tenant) }
        let running = RunningServices(work, of: observer.holder, logger: logger) { error in
            await self.ended(tenant, error)
        }
        return Opened(
            tenant: tenant, store: store, tenancy: app.tenancy, uses: UseCount(now: now), running: running)
    }

    /// Reads the digests of a tenant's API keys, before a new key can be created. If they can't be read, any key may be
    /// one of them.
    private func learnKeys(of tenant: Tenant, from store: Store) async {
        // Another server may create a key at any moment.
        guard !store.isShared else { return }
        summary(of: tenant.id).know(store.knownKeys)
        do { try await store.readKnownKeys() } catch {
            logger.warning(
                "the API keys of a tenant could not be read, so invalid keys can make the server open it",
                metadata: ["tenant": "\(tenant.id)", "error": "\(error)"])
        }
    }

    private func folder(of tenant: Tenant) async throws(TenantFailure) -> String {
        let folder: String?
        do {
            folder = try await installation.control.read { (tx) throws(DatabaseError) in try tx.folder(of: tenant.id) }
        } catch { throw .control(error) }
        guard let folder else { throw .unknown }
        return folder
    }
}
