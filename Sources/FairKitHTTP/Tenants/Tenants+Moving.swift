import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

extension Tenants {
    static func export(_ call: OperatorCall) async throws -> Answer<ExportedTenantBody> {
        let name = try name(call)
        var (body, faults) = try await call.jsonAndFaults(TenantExportRequest.self)
        check(path: body.path, at: "/path", &faults)
        check(path: body.keyFile, at: "/keyFile", &faults)
        let how = body.exportedWhile
        faults.require(how != nil, "/ifActive", "suspend or active")
        try faults.refuse()
        let exported = try await call.work { [body] in
            try await call.operation.tenants.export(
                name, to: body.path, keyFile: body.keyFile, how ?? .suspended, by: call.caller)
        }
        return Answer(
            ExportedTenantBody(
                name: name.text, path: exported.path, keyFile: body.keyFile, bytes: exported.bytes, rows: exported.rows,
                schemaVersion: exported.schemaVersion, auditEntries: exported.auditEntries))
    }

    static func importTenant(_ call: OperatorCall) async throws -> Answer<ImportedTenantBody> {
        var (body, faults) = try await call.jsonAndFaults(TenantImportRequest.self)
        check(path: body.path, at: "/path", &faults)
        check(path: body.keyFile, at: "/keyFile", &faults)
        let name = body.name.map { TenantName($0) }
        faults.require(
            name.map { $0 != nil } ?? true, "/name",
            "1 to 63 lowercase letters, digits and hyphens, with no hyphen at either end")
        try faults.refuse()
        let imported = try await call.work { [body] in
            try await call.operation.tenants.importTenant(
                from: body.path, keyFile: body.keyFile, as: name.flatMap(\.self), by: call.caller)
        }
        return Answer(
            ImportedTenantBody(tenant: TenantBody(imported.tenant, isOpen: false), rows: imported.counts))
    }
}

extension TenantExportRequest {
    /// nil: no such word.
    fileprivate var exportedWhile: ExportedWhile? {
        switch ifActive {
        case nil: .suspended
        case "suspend": .suspending
        case "active": .active
        default: nil
        }
    }
}

extension TenantMoveFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .forbidden: .forbidden
        case .unknown: Problem(.notFound, .notFound, "There is no tenant with this name.")
        case .active:
            Problem(
                .conflict, .tenantActive,
                "The tenant is active, and what is written from now on would not be in the archive. Suspend it first, "
                    + "or export a copy of it as it is now.")
        case .present(let name):
            Problem(
                .conflict, .tenantPresent,
                "This tenant is here already, as \(name). Erase it first, if the archive is to replace it.")
        case .erased:
            Problem(
                .conflict, .tenantPresent,
                "This tenant was erased here, so it is not imported. Import it into another store.")
        case .nameTaken(let name):
            Problem(.conflict, .nameTaken, "Another tenant is called \(name). Choose a name with --name.")
        case .firstInUse:
            Problem(
                .conflict, .firstTenant,
                "The tenant default holds data, so no other takes its place. Choose a name with --name.")
        // Only operators, who can read the server's files, see what follows.
        case .key(let error): Problem(.conflict, .masterKey, "\(error)")
        case .archive(let error): Problem(.conflict, .archiveFailed, "\(error)")
        case .tenant(let failure): failure.problem
        case .change(let failure): failure.problem
        case .control(let error): error.problem
        }
    }
}
