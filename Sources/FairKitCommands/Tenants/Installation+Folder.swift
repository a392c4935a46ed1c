import FairKitCore
import FairKitServer
import FairKitStore

extension Installation {
    /// The folder of a tenant that a command names.
    func folder(of name: TenantName) async throws -> String { try await tenant(name).folder }

    /// A tenant that a command names.
    func tenant(_ name: TenantName) async throws -> (tenant: Tenant, folder: String) {
        let found = try await control.read { (tx) throws(DatabaseError) -> (tenant: Tenant, folder: String)? in
            guard let tenant = try tx.tenants().first(where: { $0.name == name && $0.state != .erased }),
                let folder = try tx.folder(of: tenant.id)
            else { return nil }
            return (tenant, folder)
        }
        guard let found else { throw OperatorError("There is no tenant \(name). See fairkit tenant list.") }
        return found
    }
}
