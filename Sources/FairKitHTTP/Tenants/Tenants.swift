import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// The operator's work on all tenants; on the control socket only.
enum Tenants {
    static func list(_ call: OperatorCall) async throws -> Answer<ListBody<TenantBody>> {
        let open = Set(await call.operation.tenants.openStores.map(\.tenant.id))
        let unfinished = try await call.operation.tenants.unfinishedErasures()
        let items = try await call.operation.tenants.list().map {
            TenantBody($0, isOpen: open.contains($0.id), isErasing: unfinished.contains($0.id))
        }
        return Answer(ListBody(all: items))
    }

    static func create(_ call: OperatorCall) async throws -> Answer<TenantBody> {
        let name = try await call.json(TenantRequest.self).tenantName
        let made = try await call.operation.tenants.create(name, by: call.caller)
        return Answer(created: TenantBody(made, isOpen: false), at: "/local/tenants/\(made.name)")
    }

    static func rename(_ call: OperatorCall) async throws -> Answer<TenantBody> {
        let name = try name(call)
        let new = try await call.json(TenantRequest.self).tenantName
        return Answer(
            TenantBody(try await call.operation.tenants.rename(name, to: new, by: call.caller), isOpen: false))
    }

    static func suspend(_ call: OperatorCall) async throws -> Answer<TenantBody> {
        let tenant = try await call.operation.tenants.set(try name(call), suspended: true, by: call.caller)
        return Answer(TenantBody(tenant, isOpen: false))
    }

    static func resume(_ call: OperatorCall) async throws -> Answer<TenantBody> {
        let tenant = try await call.operation.tenants.set(try name(call), suspended: false, by: call.caller)
        return Answer(TenantBody(tenant, isOpen: false))
    }

    static func erase(_ call: OperatorCall) async throws -> Answer<ErasedTenantBody> {
        let name = try name(call)
        var (body, faults) = try await call.jsonAndFaults(TenantErasureRequest.self)
        faults.require(body.name == name.text, "/name", "repeat the name of the tenant to erase")
        check(path: body.newKeyFile, at: "/newKeyFile", &faults)
        try faults.refuse()
        let erased = try await call.operation.tenants.erase(name, newKeyIn: body.newKeyFile, by: call.caller)
        return Answer(
            ErasedTenantBody(
                name: name.text, bytes: erased.proof.bytes, keysTried: erased.proof.keysTried, oldKeyFile: erased.oldKey
            ))
    }

    static func rotateMasterKey(_ call: OperatorCall) async throws -> Answer<RotatedMasterKeyBody> {
        var (body, faults) = try await call.jsonAndFaults(MasterKeyRequest.self)
        check(path: body.newKeyFile, at: "/newKeyFile", &faults)
        try faults.refuse()
        let rotated = try await call.operation.tenants.rotateMasterKey(
            newKeyIn: body.newKeyFile, keepingOld: body.keepsOld, by: call.caller)
        return Answer(RotatedMasterKeyBody(from: rotated.from, to: rotated.to, oldKeyFile: rotated.oldKey))
    }

    static func backUp(_ call: OperatorCall) async throws -> Answer<BackupBody> {
        let path = try await call.json(BackupRequest.self).path
        var faults = Faults()
        check(path: path, at: "/path", &faults)
        try faults.refuse()
        return Answer(
            BackupBody(try await call.work { try await call.operation.tenants.backUp(to: path, by: call.caller) }))
    }

    static func check(path: String?, at pointer: String, _ faults: inout Faults) {
        guard let path else { return }
        faults.require(
            path.hasPrefix("/") && path.utf8.count <= 4096 && !path.utf8.contains(0), pointer,
            "an absolute path on the server's machine")
    }

    static func name(_ call: OperatorCall) throws(Problem) -> TenantName {
        try call.parameter("name") { TenantName($0) }
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
