import Coordination
package import FairKitCore
package import FairKitStore
import FairKitVault
package import Logging
import ServiceLifecycle
import Synchronization

package import struct SQLCipher.DatabaseObserver

/// The tenants of an installation, of which those are open that somebody uses, or for which there is something to do.
///
/// A tenant is opened for whoever asks first, and closed when nobody has asked for a while and nothing in it has to be watched.
/// The first tenant stays open. See the decision `0022-many-tenants`.
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
        /// nil: nothing runs for it.
        let running: RunningServices?
    }

    enum Phase {
        case opening(Task<Result<Opened, TenantFailure>, Never>)
        case open(Opened)
        case closing(Task<Void, Never>)
    }

    nonisolated package let installation: Installation
    private let observer: DatabaseObserver
    let sendsMail: Bool
    private let make: @Sendable (Tenant, Store) async -> TenantApp
    let now: Now
    let clock: any Clock<Duration>
    let logger: Logger

    /// Those that were not erased, by name.
    var known: [TenantName: Tenant] = [:]
    /// Whose turn it is to change or read anew who is known; and, before that, to work with keys, which may take long.
    private let (changing, keying) = (FIFOLock(), FIFOLock())
    let recording = FIFOLock()
    /// Where each tenant is on its way; those that are closed are left out.
    var phases: [TenantID: Phase] = [:]
    /// What is known of those that were opened or asked for, whether they are open or not.
    private var outlines: [TenantID: TenantOutline] = [:]
    private let nowhere: TenantOutline
    var isStopping = false

    /// How long nobody has used a tenant that is closed.
    package static let patience = Duration.seconds(60)
    /// How often is looked for those, and for what is due.
    static let pause = Duration.seconds(5)

    /// - Parameters:
    ///   - sendsMail: whether mail that waits in a tenant is to be sent.
    ///   - make: makes what an open tenant is used through, and what runs for it.
    package init(
        _ installation: Installation, observer: DatabaseObserver = .none, sendsMail: Bool = false, now: @escaping Now,
        clock: any Clock<Duration>,
        logger: Logger, make: @escaping @Sendable (Tenant, Store) async -> TenantApp
    ) {
        self.installation = installation
        self.observer = observer
        self.sendsMail = sendsMail
        self.now = now
        self.clock = clock
        self.logger = logger
        self.make = make
        nowhere = TenantOutline(now: now)
    }

    /// Every tenant, by name; those that were erased last.
    package func list() async throws(DatabaseError) -> [Tenant] { try await installation.tenants() }

    /// Reads anew who is known. Only who changes tenants does, so that no older answer comes after a newer one.
    func load() async throws(DatabaseError) {
        let tenants = try await list().filter { $0.state != .erased }
        known = Dictionary(uniqueKeysWithValues: tenants.map { ($0.name, $0) })
    }

    /// Knows a tenant as it was changed just now.
    func know(_ tenant: Tenant, insteadOf name: TenantName) {
        let due = known[name].flatMap { $0.id == tenant.id ? $0.dueAt : nil }
        known[name] = nil
        guard tenant.state != .erased else {
            outlines[tenant.id] = nil
            return
        }
        known[tenant.name] = tenant.due(at: due)
    }

    /// Runs what changes who is known, or reads it anew, one at a time.
    func alone<T: Sendable, Failure: Error>(_ body: () async throws(Failure) -> T) async throws(Failure) -> T {
        await changing.acquire()
        defer { changing.release() }
        return try await body()
    }

    /// Runs what makes, renames, erases or copies tenants, one at a time: a key that is wrapped anew is in nobody else's hands. Suspending
    /// and resuming do not wait for it.
    func aloneWithKeys<T: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> T
    ) async throws(Failure) -> T {
        await keying.acquire()
        defer { keying.release() }
        return try await body()
    }

    /// The first time that somebody asks.
    func loadIfUnknown() async throws(DatabaseError) {
        guard known.isEmpty else { return }
        try await alone { () async throws(DatabaseError) in if known.isEmpty { try await load() } }
    }

    /// Opens a tenant, if it is not open, and keeps it so until what is returned is gone.
    /// - Parameter evenSuspended: for what an operator does with all of them.
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
            case nil: phases[tenant.id] = .opening(Task.detached { await self.open(tenant) })
            }
        }
    }

    /// What is known of a tenant without its file, and how that is. Looking opens nothing, and keeps nothing open. A name that no
    /// tenant has, or one that is suspended, has an outline, too, which takes as long to ask.
    /// - Returns: nil: who is known can't be read now.
    package func outline(of name: TenantName) async -> (outline: TenantOutline, file: TenantFile)? {
        if known.isEmpty { try? await loadIfUnknown() }
        guard !known.isEmpty else { return nil }
        guard let tenant = known[name], tenant.state == .active else { return (nowhere, .closed) }
        let file: TenantFile =
            switch phases[tenant.id] {
            case .open: .open
            case .opening: .opening
            case .closing, nil: .closed
            }
        return (outline(of: tenant.id), file)
    }

    private func outline(of tenant: TenantID) -> TenantOutline {
        if let outline = outlines[tenant] { return outline }
        let outline = TenantOutline(of: tenant, now: now)
        outlines[tenant] = outline
        return outline
    }

    /// Those that are open now. Looking at them keeps none of them open.
    package var openStores: [(tenant: Tenant, store: Store)] { opened.map { ($0.tenant, $0.store) } }

    private func open(_ tenant: Tenant) async -> Result<Opened, TenantFailure> {
        let result: Result<Opened, TenantFailure>
        do throws(TenantFailure) { result = .success(try await opened(tenant)) } catch { result = .failure(error) }
        phases[tenant.id] = (try? result.get()).map { .open($0) }
        return result
    }

    private func opened(_ tenant: Tenant) async throws(TenantFailure) -> Opened {
        let folder = try await folder(of: tenant)
        let (installation, observer) = (installation, observer)
        let store: Store
        do {
            store = try await apart { () throws(StoreError) in
                try installation.open(folder: folder, observer: observer)
            }
        } catch { throw .store(error) }
        for finding in store.findingsAtOpening {
            logger.warning(
                "the log's last group does not hold: a power loss tore it, or it was damaged",
                metadata: ["tenant": "\(tenant.id)", "finding": "\(finding)"])
        }
        await learnKeys(of: tenant, from: store)
        let app = await make(tenant, store)
        app.tenancy.denials.follow(outline(of: tenant.id))
        // For a suspended one nothing is done but what its operator asks for.
        guard !app.services.isEmpty, tenant.state == .active else {
            return Opened(
                tenant: tenant, store: store, tenancy: app.tenancy, uses: UseCount(now: now), running: nil)
        }
        // Should the process be killed, the next one looks after this tenant at once.
        await note(due: now(), of: tenant)
        let running = RunningServices(app.services, logger: logger) { error in
            await self.ended(tenant, error)
        }
        return Opened(
            tenant: tenant, store: store, tenancy: app.tenancy, uses: UseCount(now: now), running: running)
    }

    /// Learns which keys a tenant has, before anyone can make one in it. Where they can't be read, every key may be one of its.
    private func learnKeys(of tenant: Tenant, from store: Store) async {
        outline(of: tenant.id).know(store.knownKeys)
        do { try await store.readKnownKeys() } catch {
            logger.warning(
                "the keys of a tenant could not be read, so made-up ones open it",
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

    /// What can't be noted costs punctuality after a crash, not data.
    func note(due: Timestamp?, of tenant: Tenant) async {
        do {
            try await installation.control.write { (tx) throws(DatabaseError) in try tx.setDue(due, of: tenant.id) }
            setDue(due, of: tenant)
        } catch {
            logger.error("when a tenant is due could not be noted", metadata: ["error": "\(error)"])
        }
    }
}
