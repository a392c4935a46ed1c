package import FairKitCore
package import FairKitVault

/// A tenant that was made of an archive, and is not visible yet.
package struct ReceivedTenant: Sendable {
    package let header: ArchiveHeader
    package let counts: RowCounts
}
