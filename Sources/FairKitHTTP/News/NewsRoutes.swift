import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Articles and invitations to studies, for the people of a tenant.
    static let news: [Route] = [
        .api(.get, "/news", for: .readNews, News.list),
        .api(.post, "/news", for: .publishNews, News.publish).confirming,
        .api(.get, "/news/{id}", for: .readNews, News.show),
        .api(.post, "/news/{id}/withdraw", for: .publishNews, News.withdraw),
    ]
}
