import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher

extension FileInstallation {
    /// Authenticates the pages of `control.db`, without which no tenant is found, while nothing is open.
    package static func checkControl(
        of directory: DataDirectory, keyFrom location: MasterKeyLocation, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> [PageFinding] {
        let held = try HeldDirectory(directory)
        return try held.checkControl { () throws(StoreError) in
            try mapping(StoreError.key) { () throws(KeyError) in
                let keys = try MasterKeys(masterKey(), from: location, changingIn: directory)
                return try TenantKey(
                    contentsOf: directory.controlKey, tenant: DataDirectory.controlLabel,
                    wrappedBy: keys.fitting(directory.controlKey, of: DataDirectory.controlLabel))
            }
        }
    }

    /// The folders of all tenants except erased ones.
    package func foldersInUse() async throws(StoreError) -> [String] {
        do {
            return try await control.read { (tx) throws(DatabaseError) in try tx.folders(erased: false) }
        } catch { throw .opening(.database(path: held.directory.control, error)) }
    }

    /// Checks the files of tenants, while all are closed. An unreadable tenant is a finding of its own. It blocks.
    package func checkFiles(of folders: [String]) throws(StoreError) -> [PageFinding] {
        let files = folders.map { DataDirectory.database(in: held.directory.tenant($0)) }
        WorkProgress.current?.expect(files.reduce(0) { $0 + (fileSize($1) ?? 0) / PageAuthenticator.pageSize })
        var findings: [PageFinding] = []
        for folder in folders { findings += try checkFiles(folder: folder) }
        return findings
    }

    /// Checks the files of a tenant that is closed. See `HeldDirectory.checkFiles`.
    package func checkFiles(folder: String) throws(StoreError) -> [PageFinding] {
        let key = try readingKeys { () throws(StoreError) in
            try held.directory.key(ofTenant: folder) { () throws(KeyError) in try masterKey(for: folder) }
        }
        return try held.checkFiles(folder: folder, key: key)
    }
}
