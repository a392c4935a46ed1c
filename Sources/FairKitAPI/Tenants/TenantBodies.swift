package import FairKitCore

package struct TenantBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let name: String
    /// As stored; `erasing`: the tenant is erased, but has left files on the disk.
    package let state: String
    package let open: Bool
    package let createdAt: String

    package init(_ tenant: Tenant, isOpen: Bool, isErasing: Bool = false) {
        id = "\(tenant.id)"
        name = tenant.name.text
        state = isErasing ? "erasing" : tenant.state.rawValue
        open = isOpen
        createdAt = "\(tenant.createdAt)"
    }
}

/// The result of erasing a tenant.
package struct ErasedTenantBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let bytes: Int
    package let keysTried: Int
    /// Where the old master key is kept, because another tenant's key could not be read.
    package let oldKeyFile: String?

    package init(name: String, bytes: Int, keysTried: Int, oldKeyFile: String?) {
        self.name = name
        self.bytes = bytes
        self.keysTried = keysTried
        self.oldKeyFile = oldKeyFile
    }
}

/// A tenant's name, or its new one.
package struct TenantRequest: Codable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }
}

/// The name of the tenant to erase, repeated, and the file for the new master key if FairKit may not replace the old
/// one.
package struct TenantErasureRequest: Codable, Sendable {
    package let name: String
    package let newKeyFile: String?

    package init(name: String, newKeyFile: String?) {
        self.name = name
        self.newKeyFile = newKeyFile
    }
}

/// The file for a new master key if FairKit may not replace the old one, and whether the old one is kept.
package struct MasterKeyRequest: Codable, Sendable {
    package let newKeyFile: String?
    package let keepsOld: Bool

    package init(newKeyFile: String?, keepsOld: Bool) {
        self.newKeyFile = newKeyFile
        self.keepsOld = keepsOld
    }
}

/// The result of a change of the master key.
package struct RotatedMasterKeyBody: Decodable, JSONBody, Sendable {
    /// The id of the old key, which older backups need.
    package let from: String
    package let to: String
    /// Where the old key is kept, if FairKit replaced it.
    package let oldKeyFile: String?

    package init(from: String, to: String, oldKeyFile: String?) {
        self.from = from
        self.to = to
        self.oldKeyFile = oldKeyFile
    }
}
