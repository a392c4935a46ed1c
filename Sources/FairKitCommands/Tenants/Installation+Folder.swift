import FairKitCore
import FairKitServer
import FairKitStore

extension Installation {
    /// The folder of a tenant that a command names.
    func folder(of name: TenantName) async throws -> String {
        let folder = try await control.read { (tx) throws(DatabaseError) in
            guard let tenant = try tx.tenants().first(where: { $0.name == name && $0.state != .erased }) else {
                return String?.none
            }
            return try tx.folder(of: tenant.id)
        }
        guard let folder else { throw OperatorError("There is no tenant \(name). See fairkit tenant list.") }
        return folder
    }
}
