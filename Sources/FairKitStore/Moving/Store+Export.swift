package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational

extension Store {
    /// Writes everything of the tenant into one sealed file, as it is at one moment, while reads and writes go on. See
    /// decision 0118.
    /// - Parameters:
    ///   - tenant: this one.
    ///   - path: a file that does not exist. It is complete and was read once when it has this name.
    ///   - key: opens the archive.
    package func export(
        _ tenant: Tenant, to path: String, key: MasterKey, at now: Timestamp
    ) async throws(ArchiveError) -> ExportedTenant {
        let secrets: WipedBytes
        do { secrets = try keys.moving } catch { throw .key(error) }
        return try await engine.export(
            tenant, sealedAs: seal.owner, secrets: secrets, to: path, key: key, at: now)
    }
}

extension Engine {
    /// The same of the database of a tenant.
    /// - Parameters:
    ///   - owner: as whose the audit log is sealed.
    ///   - secrets: `TenantKeys.moving`.
    package func export(
        _ tenant: Tenant, sealedAs owner: String, secrets: WipedBytes, to path: String, key: MasterKey,
        at now: Timestamp
    ) async throws(ArchiveError) -> ExportedTenant {
        let progress = WorkProgress.current
        let exported: Result<ExportedTenant, ArchiveError>
        do {
            exported = try await readOnDedicatedConnection { connection throws(DatabaseError) in
                do throws(ArchiveError) {
                    // The snapshot ends before the archive is read once more.
                    var writer = try connection.inOneSnapshot(ArchiveError.database) { () throws(ArchiveError) in
                        let header: ArchiveHeader
                        do throws(DatabaseError) {
                            header = ArchiveHeader(
                                schemaVersion: Schema.tenant.count, tenant: tenant, exportedAt: now,
                                isSuspended: tenant.state == .suspended, sealedAs: owner,
                                audit: try connection.auditState(), tables: try connection.movedTables())
                        } catch { throw ArchiveError.database(error) }
                        progress?.expect(header.rows)
                        var writer = try ArchiveWriter.begin(path, header, secrets: secrets, key: key)
                        try connection.eachPiece(of: header.tables, watchedBy: progress) {
                            (piece) throws(ArchiveError) in try writer.add(piece)
                        }
                        return writer
                    }
                    let header = writer.header
                    return .success(
                        ExportedTenant(
                            path: path, bytes: try writer.finish(key: key), rows: header.rows,
                            schemaVersion: header.schemaVersion, auditEntries: header.audit.number))
                } catch { return .failure(error) }
            }
        } catch { throw .database(error) }
        return try exported.get()
    }
}
