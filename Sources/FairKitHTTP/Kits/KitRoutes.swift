import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Test kits: issued, registered by photo or code, followed, reviewed.
    static let kits: [Route] = [
        .api(.get, "/test-kits", for: .readKits, Kits.list),
        .api(.post, "/test-kits", for: .issueKits, Kits.issue),
        .api(.post, "/test-kits/search", for: .readKits, Kits.search),
        .api(.post, "/test-kits/arrivals", for: .receiveSamples, Kits.arrive),
        .api(.post, "/test-kits/arrivals/batch", for: .receiveSamples, ArrivalBatch.record),
        .api(.post, "/test-kits/register", for: .registerKit, Kits.register),
        .api(.post, "/test-kits/scan", for: .scanPhoto, Kits.scan),
        .api(.get, "/test-kits/{id}", for: .readKits, Kits.show).of(.kit),
        .api(.post, "/test-kits/{id}/status", for: .reportKitStatus, Kits.report).of(.kit),
        .api(.delete, "/test-kits/{id}/arrival", for: .receiveSamples, Kits.takeBackArrival).of(.kit),
        .api(.put, "/test-kits/{id}/laboratory", for: .issueKits, Kits.assign).of(.kit),
        .api(.get, "/test-kits/{id}/photo", for: .readKitPhoto, Kits.photo).of(.kit),
        .api(.post, "/test-kits/{id}/code", for: .registerKit, Kits.correctCode).of(.kit),
        .api(.post, "/test-kits/{id}/review", for: .reviewKits, Kits.review).of(.kit),
    ]
}
