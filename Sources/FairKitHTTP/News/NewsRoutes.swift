import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Articles and invitations to studies, for the people of a tenant.
    static let news: [Route] = [
        .api(.get, "/news", for: .readNews, NewsDesk.list),
        .api(.post, "/news", for: .publishNews, NewsDesk.publish).confirming,
        .api(.get, "/news/{id}", for: .readNews, NewsDesk.show),
        .api(.post, "/news/{id}/withdraw", for: .publishNews, NewsDesk.withdraw),
    ]
}
