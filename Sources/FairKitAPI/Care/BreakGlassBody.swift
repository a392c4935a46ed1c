package import FairKitCore

/// One on the wire.
package struct BreakGlassBody: Codable, Sendable {
    package let id: String
    package let accountId: String
    package let profileId: String
    package let reason: String
    package let openedAt: String
    package let until: String
    package let endedAt: String?
    package let reviewedBy: String?
    package let reviewedAt: String?

    package init(_ glass: BreakGlass) {
        id = "\(glass.id)"
        accountId = "\(glass.account)"
        profileId = "\(glass.profile)"
        reason = glass.reason
        openedAt = "\(glass.openedAt)"
        until = "\(glass.until)"
        endedAt = glass.endedAt?.description
        reviewedBy = glass.review?.by.description
        reviewedAt = glass.review?.at.description
    }
}
