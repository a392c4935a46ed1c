package import FairKitCore
package import FairKitVault
package import KeyRing

extension DatabaseInstallation {
    package func receive(
        _ path: String, key: MasterKey, folder: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        throw .file(.server(reason: "A tenant can't be imported into a database yet."))
    }

    package func abandonReceived() async {}

    package func admit(folder: String) throws(StoreError) {}

    package func admitInsteadOfFirst() throws(StoreError) {}
}
