import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// People: profiles, whole records, erasure and legal holds.
    static let profiles: [Route] = [
        .api(.get, "/profiles", for: .listProfiles, Profiles.list),
        .api(.post, "/profiles", for: .createProfile, Profiles.create),
        .api(.post, "/profiles/search", for: .findProfiles, Profiles.search),
        .api(.get, "/profiles/{id}", for: .readProfile, Profiles.show).of(.profile),
        .api(.patch, "/profiles/{id}", for: .changeProfile, Profiles.change).of(.profile),
        .api(.get, "/profiles/{id}/timeline", for: .readTimeline, Timelines.list).of(.profile),
        .api(.get, "/profiles/{id}/next-test", for: .readNextTest, NextTests.show).of(.profile),
        .api(.put, "/profiles/{id}/next-test", for: .setNextTest, NextTests.set).of(.profile),
        .api(.delete, "/profiles/{id}/next-test", for: .setNextTest, NextTests.remove).of(.profile),
        .api(.get, "/profiles/{id}/photo", for: .readProfile, ProfilePhotos.show).of(.profile),
        .api(.put, "/profiles/{id}/photo", for: .changeProfile, ProfilePhotos.set).of(.profile),
        .api(.delete, "/profiles/{id}/photo", for: .changeProfile, ProfilePhotos.remove).of(.profile),
        .api(.get, "/profiles/{id}/report.pdf", for: .readResults, Reports.course).of(.profile).byTicket,
        .api(.get, "/profiles/{id}/trend.svg", for: .readResults, Reports.trendSVG).of(.profile).byTicket,
        .api(.get, "/profiles/{id}/trend.png", for: .readResults, Reports.trendPNG).of(.profile).byTicket,
        .api(.get, "/profiles/{id}/export", for: .exportRecord, Profiles.export).of(.profile),
        .api(.post, "/profiles/{id}/erase", for: .eraseRecord, Profiles.requestErasure).of(.profile).confirming,
        .api(.get, "/profiles/{id}/erase", for: .eraseRecord, Profiles.showErasure).of(.profile),
        .api(.delete, "/profiles/{id}/erase", for: .eraseRecord, Profiles.cancelErasure).of(.profile),
        .api(.get, "/profiles/{id}/hold", for: .holdRecord, Profiles.showHold).of(.profile),
        .api(.put, "/profiles/{id}/hold", for: .holdRecord, Profiles.setHold).of(.profile),
        .api(.delete, "/profiles/{id}/hold", for: .releaseHold, Profiles.releaseHold).of(.profile).confirming,
        .api(.get, "/erasures", for: .holdRecord, Profiles.listErasures),
        .api(.get, "/holds", for: .holdRecord, Profiles.listHolds),
        .api(.post, "/profiles/{id}/erase", for: .eraseRecord, Profiles.erase).local.of(.profile),
        .api(.get, "/erased-profiles", for: .operateStore, Profiles.listErased).local,
    ]
}
