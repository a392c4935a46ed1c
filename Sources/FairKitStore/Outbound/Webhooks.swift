package import FairKitCore
package import Relational

private let columns: SQL = "w.url, w.secret, w.sends_payload, w.created_at, w.group_id"

/// A group's webhook.
package struct WebhookOfGroup: Hashable, Sendable {
    package let groupID: Int64
    package let group: String
    package let webhook: Webhook
}

extension Connection {
    /// A group's webhook, or nil.
    package func webhook(of group: ConsumerGroup) throws(DatabaseError) -> Webhook? {
        try first("SELECT \(columns) FROM webhook w WHERE w.group_id = \(group.id)") { row throws(DatabaseError) in
            try Webhook(row: row, from: 0)
        }
    }

    /// The webhooks of all enabled groups, in the order in which the groups were created.
    package func webhooks() throws(DatabaseError) -> [WebhookOfGroup] {
        try all(
            """
            SELECT g.id, g.name, \(columns) FROM webhook w JOIN consumer_group g ON g.id = w.group_id
            WHERE g.closed_at IS NULL AND g.is_enabled = 1 ORDER BY g.id
            """
        ) { row throws(DatabaseError) in
            WebhookOfGroup(
                groupID: try row.value(0), group: try row.value(1), webhook: try Webhook(row: row, from: 2))
        }
    }
}

extension WriteTransaction {
    /// Sets or replaces a group's webhook.
    package func setWebhook(_ webhook: Webhook, of group: ConsumerGroup) throws(DatabaseError) {
        try removeWebhook(of: group)
        try run(
            """
            INSERT INTO webhook (group_id, url, secret, sends_payload, created_at)
            VALUES (\(group.id), \(sealed: webhook.url.description, .webhookURL, of: group.id),
                \(sealed: webhook.secret, .webhookSecret, of: group.id), \(webhook.sendsPayload), \(webhook.createdAt))
            """)
    }

    /// - Returns: whether there was one.
    @discardableResult
    package func removeWebhook(of group: ConsumerGroup) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM webhook WHERE group_id = \(group.id)") == 1
    }
}

extension Webhook {
    fileprivate init(row: borrowing Row, from first: Int) throws(DatabaseError) {
        let text = try row.value(first, as: String.self, sealed: .webhookURL, key: first + 4)
        guard let url = WebhookURL(stored: text) else {
            throw .unexpectedValue(column: first, sql: "webhook.url")
        }
        self.init(
            url: url, secret: try row.value(first + 1, sealed: .webhookSecret, key: first + 4),
            sendsPayload: try row.value(first + 2), createdAt: try row.value(first + 3))
    }
}
