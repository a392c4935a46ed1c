import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Test kits: issued, registered by photo or code, followed, reviewed.
    static let kits: [Route] = [
        .api(.get, "/test-kits", for: .readKits, KitLife.list),
        .api(.post, "/test-kits", for: .issueKits, KitLife.issue),
        .api(.post, "/test-kits/search", for: .readKits, KitLife.search),
        .api(.post, "/test-kits/arrivals", for: .receiveSamples, KitLife.arrive),
        .api(.post, "/test-kits/arrivals/batch", for: .receiveSamples, ArrivalBatch.record),
        .api(.post, "/test-kits/register", for: .registerKit, TestKits.register),
        .api(.post, "/test-kits/scan", for: .scanPhoto, TestKits.scan),
        .api(.get, "/test-kits/{id}", for: .readKits, KitLife.show).of(.kit),
        .api(.post, "/test-kits/{id}/status", for: .reportKitStatus, KitLife.report).of(.kit),
        .api(.put, "/test-kits/{id}/laboratory", for: .issueKits, KitLife.assign).of(.kit),
        .api(.get, "/test-kits/{id}/photo", for: .readKitPhoto, KitLife.photo).of(.kit),
        .api(.post, "/test-kits/{id}/code", for: .registerKit, TestKits.correctCode).of(.kit),
        .api(.post, "/test-kits/{id}/review", for: .reviewKits, KitLife.review).of(.kit),
    ]
}
