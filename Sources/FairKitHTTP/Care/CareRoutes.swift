import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Relations between people: care, emergency access, shares.
    static let care: [Route] = [
        .api(.get, "/care-assignments", for: .manageCare, Care.list),
        .api(.post, "/care-assignments", for: .manageCare, Care.assign),
        .api(.get, "/care-assignments/{id}", for: .manageCare, Care.show),
        .api(.post, "/care-assignments/{id}/end", for: .manageCare, Care.end),
        .api(.post, "/profiles/{id}/break-glass", for: .breakGlass, Emergencies.open).of(.profile),
        .api(.delete, "/profiles/{id}/break-glass", for: .breakGlass, Emergencies.close).of(.profile),
        .api(.post, "/break-glass", for: .breakGlass, Emergencies.openFound),
        .api(.get, "/break-glass", for: .reviewBreakGlass, Emergencies.list),
        .api(.post, "/break-glass/{id}/review", for: .reviewBreakGlass, Emergencies.review),
        .api(.get, "/profiles/{id}/shares", for: .readShares, Shares.list).of(.profile),
        .api(.post, "/profiles/{id}/shares", for: .shareResults, Shares.create).of(.profile),
        .api(.get, "/profiles/{id}/shares/{share}", for: .readShares, Shares.show).of(.profile),
        .api(.delete, "/profiles/{id}/shares/{share}", for: .shareResults, Shares.revoke).of(.profile),
        .api(.get, "/auth/me/shares", for: nil, Shares.listGiven).only(.network),
        .unauthenticated(.post, "/shared", limit: .signIn, Shared.show),
    ]
}
