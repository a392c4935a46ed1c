import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Relational
import Support
import Testing

@Suite(.onFiles) struct `Moving a tenant` {
    let (house, other): (TenantHouse, TenantHouse)
    let (tenants, others): (OpenTenants, OpenTenants)
    let kisumu: TenantName
    let path: String

    init() async throws {
        house = try await TenantHouse()
        other = try await TenantHouse()
        tenants = house.tenants()
        others = other.tenants()
        kisumu = try #require(TenantName("kisumu"))
        path = "\(house.directory.path).archive"
    }

    private var key: String { "\(path).key" }

    private func exported(_ how: ExportedWhile = .suspending) async throws -> String {
        _ = try await tenants.create(kisumu, by: .command)
        let text = try await tenants.use(kisumu).tenancy.keys.create(name: "a", for: .administrator, by: .command)
            .secret.text
        _ = try await tenants.export(kisumu, to: path, keyFile: key, how, by: .command)
        return text
    }

    private func folders() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: "\(other.directory.path)/tenants"))
    }

    @Test func `keeps its id and its API keys, under another master key`() async throws {
        let text = try await exported()
        let moved = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command).tenant
        #expect(moved.state == .active)
        #expect(try await tenants.list().first { $0.name == kisumu }?.id == moved.id)
        _ = try await others.use(kisumu).tenancy.callers.authenticate(apiKey: text)
        await #expect(throws: TenantFailure.self) { _ = try await tenants.use(kisumu) }
        let verified = try await others.use(kisumu).store.verifyAudit()
        #expect(verified.isSound)
    }

    @Test func `runs the later steps of the schema on an archive of an earlier version`() async throws {
        let text = try await exported()
        let steps = Schema.tenant.prefix { $0.name != "m0044_numbers_in_statements" }.count
        let earlier = "\(path)-earlier"
        try writeEarlierArchive(
            of: path, to: earlier, key: MasterKey(contentsOf: key), version: steps,
            without: [
                "notice_event_number", "figure", "figure_overlap", "figure_person", "figure_day", "programme",
                "programme_target", "programme_coordinator", "programme_member", "diagnostic", "consent_notice",
                "audit_block",
            ])
        _ = try await others.importTenant(from: earlier, keyFile: key, as: nil, by: .command)
        _ = try await others.use(kisumu).tenancy.callers.authenticate(apiKey: text)
        let store = try await others.use(kisumu).store
        let (version, last) = try await store.read { (tx) throws(DatabaseError) in
            (
                try tx.number("PRAGMA user_version"), try tx.number("SELECT last FROM notice_event_number")
            )
        }
        #expect(version == Schema.tenant.count && last == 0)
        #expect(try await store.verifyAudit().isSound)
    }

    @Test func `is refused while the tenant is active, unless it is to be a copy, which comes suspended`() async throws
    {
        await #expect(throws: TenantMoveFailure.self) { _ = try await exported(.suspended) }
        _ = try await tenants.export(kisumu, to: path, keyFile: key, .active, by: .command)
        let copy = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command).tenant
        #expect(copy.state == .suspended)
        _ = try await tenants.use(kisumu)
        await #expect(throws: TenantFailure.self) { _ = try await others.use(kisumu) }
    }

    @Test func `leaves nothing if it is interrupted, and begins again`() async throws {
        _ = try await exported()
        let before = try folders()
        let progress = WorkProgress()
        progress.stop()
        await WorkProgress.$current.withValue(progress) {
            await #expect(throws: TenantMoveFailure.self) {
                _ = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command)
            }
        }
        #expect(try folders() == before)
        #expect(!FileManager.default.fileExists(atPath: "\(other.directory.path)/importing"))
        _ = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command)
    }

    @Test func `opens nothing of what a crash left, and removes it`() async throws {
        _ = try await exported()
        let moved = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command).tenant
        // As it is before the rename and the commit.
        let crashed = try await TenantHouse(copyOf: house) { parent in
            try FileManager.default.createDirectory(
                atPath: "\(parent)/data/importing/tenants", withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(other.directory.path)/tenants/\(moved.id)",
                toPath: "\(parent)/data/importing/tenants/\(moved.id)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(crashed.directory.path)/importing"))
    }

    @Test func `is refused where the tenant is, or was erased`() async throws {
        _ = try await exported()
        _ = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command)
        let siaya = try #require(TenantName("siaya"))
        for name in [nil, siaya] {
            await #expect(throws: TenantMoveFailure.self) {
                _ = try await others.importTenant(from: path, keyFile: key, as: name, by: .command)
            }
        }
        _ = try await others.erase(kisumu, newKeyIn: nil, by: .command)
        await #expect(throws: TenantMoveFailure.self) {
            _ = try await others.importTenant(from: path, keyFile: key, as: nil, by: .command)
        }
    }

    @Test func `is for operators alone`() async throws {
        let clinician = Caller(
            subject: Subject(.key(.new(at: house.time.now)), role: .clinician), route: "test", requestID: "test")
        await #expect(throws: TenantMoveFailure.self) {
            _ = try await tenants.export(.standard, to: path, keyFile: key, .active, by: clinician)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        await #expect(throws: TenantMoveFailure.self) {
            _ = try await tenants.importTenant(from: path, keyFile: key, as: nil, by: clinician)
        }
    }
}
