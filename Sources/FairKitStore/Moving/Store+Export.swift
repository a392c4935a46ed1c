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
        let (owner, progress) = (seal.owner, WorkProgress.current)
        let exported: Result<ExportedTenant, ArchiveError>
        do {
            exported = try await engine.readOnDedicatedConnection { connection throws(DatabaseError) in
                do throws(ArchiveError) {
                    return .success(
                        try connection.inOneSnapshot(ArchiveError.database) { () throws(ArchiveError) in
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
                            return ExportedTenant(
                                path: path, bytes: try writer.finish(key: key), rows: header.rows,
                                schemaVersion: header.schemaVersion, auditEntries: header.audit.number)
                        })
                } catch { return .failure(error) }
            }
        } catch { throw .database(error) }
        return try exported.get()
    }
}
