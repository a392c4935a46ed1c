import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The operator's work on all tenants; on the control socket only.
enum Tenants {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<TenantBody>> {
        let open = Set(try await context.operation.tenants.openStores.map(\.tenant.id))
        let unfinished = try await context.operation.tenants.unfinishedErasures()
        let items = try await context.operation.tenants.list().map {
            TenantBody($0, isOpen: open.contains($0.id), isErasing: unfinished.contains($0.id))
        }
        return Answer(ListBody(items: items, nextCursor: nil))
    }

    static func create(_ request: Request, _ context: FairKitContext) async throws -> Answer<TenantBody> {
        let caller = try context.caller
        let name = try await request.json(TenantRequest.self, context).tenantName
        let made = try await context.operation.tenants.create(name, by: caller)
        return Answer(created: TenantBody(made, isOpen: false), at: "/local/tenants/\(made.name)")
    }

    static func rename(_ request: Request, _ context: FairKitContext) async throws -> Answer<TenantBody> {
        let (caller, name) = (try context.caller, try name(context))
        let new = try await request.json(TenantRequest.self, context).tenantName
        return Answer(TenantBody(try await context.operation.tenants.rename(name, to: new, by: caller), isOpen: false))
    }

    static func suspend(_ request: Request, _ context: FairKitContext) async throws -> Answer<TenantBody> {
        let tenant = try await context.operation.tenants.set(try name(context), suspended: true, by: try context.caller)
        return Answer(TenantBody(tenant, isOpen: false))
    }

    static func resume(_ request: Request, _ context: FairKitContext) async throws -> Answer<TenantBody> {
        let tenant = try await context.operation.tenants.set(
            try name(context), suspended: false, by: try context.caller)
        return Answer(TenantBody(tenant, isOpen: false))
    }

    static func erase(_ request: Request, _ context: FairKitContext) async throws -> Answer<ErasedTenantBody> {
        let (caller, name) = (try context.caller, try name(context))
        var faults = Faults()
        let body = try await request.json(TenantErasureRequest.self, context, noting: &faults)
        faults.require(body.name == name.text, "/name", "repeat the name of the tenant to erase")
        check(path: body.newKeyFile, at: "/newKeyFile", &faults)
        try faults.refuse()
        let erased = try await context.operation.tenants.erase(name, newKeyIn: body.newKeyFile, by: caller)
        return Answer(
            ErasedTenantBody(
                name: name.text, bytes: erased.proof.bytes, keysTried: erased.proof.keysTried, oldKeyFile: erased.oldKey
            ))
    }

    static func rotateMasterKey(
        _ request: Request, _ context: FairKitContext
    ) async throws -> Answer<RotatedMasterKeyBody> {
        let caller = try context.caller
        var faults = Faults()
        let body = try await request.json(MasterKeyRequest.self, context, noting: &faults)
        check(path: body.newKeyFile, at: "/newKeyFile", &faults)
        try faults.refuse()
        let rotated = try await context.operation.tenants.rotateMasterKey(
            newKeyIn: body.newKeyFile, keepingOld: body.keepsOld, by: caller)
        return Answer(RotatedMasterKeyBody(from: rotated.from, to: rotated.to, oldKeyFile: rotated.oldKey))
    }

    static func backUp(_ request: Request, _ context: FairKitContext) async throws -> Answer<BackupBody> {
        let path = try await request.json(BackupRequest.self, context).path
        var faults = Faults()
        check(path: path, at: "/path", &faults)
        try faults.refuse()
        let (tenants, caller) = (try context.operation.tenants, try context.caller)
        return Answer(
            BackupBody(try await context.work(for: request) { try await tenants.backUp(to: path, by: caller) }))
    }

    static func check(path: String?, at pointer: String, _ faults: inout Faults) {
        guard let path else { return }
        faults.require(
            path.hasPrefix("/") && path.utf8.count <= 4096 && !path.utf8.contains(0), pointer,
            "an absolute path on the server's machine")
    }

    static func name(_ context: FairKitContext) throws(Problem) -> TenantName {
        try context.id("name", of: TenantName.self) { TenantName($0) }
    }

}

extension TenantRequest {
    fileprivate var tenantName: TenantName {
        get throws(Invalid) {
            guard let name = TenantName(name) else {
                throw Invalid("/name", "1 to 63 lowercase letters, digits and hyphens, with no hyphen at either end")
            }
            return name
        }
    }
}

extension FairKitContext {
    /// The operations on all tenants, on the control socket.
    var operation: SharedServices.Operation {
        get throws(Problem) {
            guard let operation = try shared.operation else { throw Problem.notFound }
            return operation
        }
    }
}
