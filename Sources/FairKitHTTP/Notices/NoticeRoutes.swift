import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// How a signed-in person is reached, and what they were told. Commands on the server have no accounts.
    static let notices: [Route] = [
        .api(.get, "/mobile/devices", for: nil, OwnDevices.list).only(.network),
        .api(.post, "/mobile/devices", for: nil, OwnDevices.register).only(.network),
        .api(.delete, "/mobile/devices/{id}", for: nil, OwnDevices.remove).only(.network),
        .api(.get, "/auth/me/contacts", for: nil, OwnContacts.list).only(.network),
        .api(.post, "/auth/me/contacts", for: nil, OwnContacts.add).only(.network),
        .api(.post, "/auth/me/contacts/{id}/verify", for: nil, OwnContacts.verify).only(.network),
        .api(.delete, "/auth/me/contacts/{id}", for: nil, OwnContacts.remove).only(.network),
        .api(.post, "/auth/me/test-message", for: nil, OwnContacts.test).only(.network),
        .api(.get, "/notices", for: nil, NoticeHistory.list).only(.network),
        .api(.get, "/notices/unread", for: nil, NoticeHistory.unread).only(.network),
        .api(.post, "/notices/read", for: nil, NoticeHistory.markAllRead).only(.network),
        .api(.get, "/notices/stream", for: nil, NoticeHistory.stream).byTicket.only(.network),
        .api(.get, "/notices/ws", for: nil, NoticeHistory.webSocket).byTicket.only(.network),
        .api(.post, "/notices/{id}/read", for: nil, NoticeHistory.markRead).only(.network),
        .api(.get, "/auth/me/preferences", for: nil, OwnPreferences.show).only(.network),
        .api(.put, "/auth/me/preferences", for: nil, OwnPreferences.replace).only(.network),
        .everyone(.post, "/api/v1/receipts/twilio", Receipts.twilio).unlimited.only(.network),
        .everyone(.post, "/api/v1/receipts/gateway/{channel}", Receipts.gateway).unlimited.only(.network),
    ]
}
