import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Reference ranges.
    static let ranges: [Route] = [
        .api(.get, "/reference-ranges", for: .readRanges, ReferenceRanges.list),
        .api(.post, "/reference-ranges", for: .manageRanges, ReferenceRanges.add).confirming,
        .api(.get, "/reference-ranges/{number}", for: .readRanges, ReferenceRanges.show),
        .api(.post, "/reference-ranges/{number}/end", for: .manageRanges, ReferenceRanges.end).confirming,
    ]
}
