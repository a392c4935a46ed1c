package import FairKitCore

/// An emergency access on the wire.
package struct BreakGlassBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let accountId: String
    package let profileId: String
    package let reason: String
    package let openedAt: String
    package let until: String
    package let endedAt: String?
    package let reviewedBy: String?
    package let reviewedAt: String?
    package let reviewNote: String?
    /// In the response to the clinician who opens the record, if something is wrong.
    package let warnings: [String]?

    /// - Parameter isHeard: whether an administrator gets a mail about it.
    package init(_ glass: BreakGlass, isHeard: Bool = true) {
        id = "\(glass.id)"
        accountId = "\(glass.account)"
        profileId = "\(glass.profile)"
        reason = glass.reason
        openedAt = "\(glass.openedAt)"
        until = "\(glass.until)"
        endedAt = glass.endedAt?.description
        reviewedBy = glass.review?.by.description
        reviewedAt = glass.review?.at.description
        reviewNote = glass.review?.note
        warnings = isHeard ? nil : ["no-administrator"]
    }
}
