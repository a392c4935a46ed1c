import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import Glibc
import KeyRing
import Logging
import Relational

/// A store in a directory of its own with a tenancy on it, as the server has them.
struct House {
    let directory: DataDirectory
    let store: Store
    let tenancy: Tenancy
    /// Holds the connections of a store in a database; nil: the store is a file.
    let installation: DatabaseInstallation?

    /// Opens what is there, or makes it.
    init(at path: String) throws {
        let directory = DataDirectory(path: path)
        let master = try House.master
        if !FileManager.default.fileExists(atPath: "\(path)/tenants/default") {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try directory.initialise { () throws(KeyError) in master }
        }
        try House.notifyShim(path, master)
        self.init(directory, try Store.open(directory) { () throws(KeyError) in master })
    }

    /// Opens the first tenants of a database.
    /// - Parameters:
    ///   - path: the directory of this process.
    ///   - isNew: makes the database's store, and its tenants.
    static func houses(_ count: Int, in database: String, at path: String, isNew: Bool = false) async throws -> [House]
    {
        let (directory, master, place) = (
            DataDirectory(path: path), try House.master, try DatabaseLocation(database, password: nil)
        )
        if isNew { try place.create(at: now()) { () throws(KeyError) in master } }
        let installation = try await place.open(server: ServerDirectory(directory), keyFrom: .given, now: now) {
            () throws(KeyError) in master
        }
        if isNew {
            for number in 1..<count { try await installation.makeTenant(named: "clinic-\(number)") }
        }
        let folders = try await installation.control.read { (tx) throws(DatabaseError) in
            try tx.folders(erased: false)
        }
        return try folders.prefix(count).map {
            House(directory, try installation.open(folder: $0, observer: .none), installation)
        }
    }

    /// Opens the store of a directory, or the first tenant of a database.
    static func open(_ path: String, _ database: String?) async throws -> House {
        guard let database else { return try House(at: path) }
        guard let house = try await houses(1, in: database, at: path).first else {
            throw Failed(what: "finding a tenant")
        }
        return house
    }

    private static var master: MasterKey {
        get throws { try MasterKey(hexadecimal: String(repeating: "7", count: 64), source: "the benchmark") }
    }

    private init(_ directory: DataDirectory, _ store: Store, _ installation: DatabaseInstallation? = nil) {
        (self.directory, self.store, self.installation) = (directory, store, installation)
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let workers = ScanWorkerPool(
            worker: ScanWorkerPool.Worker(executable: "/bin/false", arguments: []), count: 1, logger: logger)
        tenancy = Tenancy(
            store: store, workers: workers, passwords: PasswordWork(), zones: TimeZones(),
            settings: Tenancy.Settings(
                link: AccountLink(publicURL: nil, tenant: .standard)),
            now: now, clock: ContinuousClock())
    }

    /// Which file SQLite writes its log to.
    var log: String { "\(directory.path)/tenants/default/health.db-wal" }

    /// An administrator of nobody's key: use cases are told who calls.
    var administrator: Caller { caller(.administrator) }

    func caller(_ role: Role) -> Caller {
        Caller(subject: Subject(.key(.new(at: now())), role: role), route: "benchmark", requestID: "benchmark")
    }

    /// The shim (plain.c) writes plain files, which the store refuses to open: so it shows the salt that the store looks for.
    private static func notifyShim(_ path: String, _ master: MasterKey) throws {
        guard unsafe getenv("LD_PRELOAD") != nil else { return }
        let key = try TenantKey(
            contentsOf: "\(path)/tenants/default/key.json", tenant: DataDirectory.defaultTenant, wrappedBy: master)
        let digits = key.bytes.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        unsafe setenv("FAIRKIT_PLAIN_SALT", digits, 1)
    }
}

extension DatabaseInstallation {
    fileprivate func makeTenant(named text: String) async throws {
        guard let name = TenantName(text) else { throw Failed(what: "naming a tenant") }
        let tenant = Tenant(id: .new(at: now()), name: name, state: .active, createdAt: now(), dueAt: nil)
        let folder = newFolder(for: tenant)
        try make(folder: folder)
        try await control.write { (tx) throws(DatabaseError) in try tx.insertTenant(tenant, folder: folder) }
    }
}

let now: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

/// Prints a line of JSON.
func emit(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
    fflush(nil)
}

extension Duration {
    /// Seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// How long something took, in milliseconds.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start).seconds * 1000
}
