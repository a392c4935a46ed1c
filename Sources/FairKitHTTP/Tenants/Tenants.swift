import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// What the machine's operator does with all tenants; on the unix socket only.
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
        let body = try await request.json(TenantErasureRequest.self, context)
        guard body.name == name.text else { throw Invalid("/name", "the name of the tenant that is to be erased") }
        if let file = body.newKeyFile { try checkPath(file, at: "/newKeyFile") }
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
        let body = try await request.json(MasterKeyRequest.self, context)
        if let file = body.newKeyFile { try checkPath(file, at: "/newKeyFile") }
        let rotated = try await context.operation.tenants.rotateMasterKey(
            newKeyIn: body.newKeyFile, keepingOld: body.keepsOld, by: caller)
        return Answer(RotatedMasterKeyBody(from: rotated.from, to: rotated.to, oldKeyFile: rotated.oldKey))
    }

    static func backUp(_ request: Request, _ context: FairKitContext) async throws -> Answer<BackupBody> {
        let path = try await request.json(BackupRequest.self, context).path
        try checkPath(path, at: "/path")
        return Answer(
            BackupBody(try await context.operation.tenants.backUp(to: path, by: try context.caller)))
    }

    private static func checkPath(_ path: String, at pointer: String) throws(Invalid) {
        guard path.hasPrefix("/"), path.utf8.count <= 4096, !path.utf8.contains(0) else {
            throw Invalid(pointer, "an absolute path on the server's machine")
        }
    }

    private static func name(_ context: FairKitContext) throws(Problem) -> TenantName {
        try context.id("name", of: TenantName.self) { TenantName($0) }
    }

}

extension TenantRequest {
    fileprivate var tenantName: TenantName {
        get throws(Invalid) {
            guard let name = TenantName(name) else {
                throw Invalid("/name", "1 to 63 small letters, digits and hyphens, with no hyphen at either end")
            }
            return name
        }
    }
}

extension FairKitContext {
    /// What acts on all tenants, at the entrance of the machine.
    var operation: SharedServices.Operation {
        get throws(Problem) {
            guard let operation = try shared.operation else { throw Problem.notFound }
            return operation
        }
    }
}
