package import FairKitCore
package import Relational

private let columns: SQL =
    "id, kind, link, published_at, published_by, told, completed_at, withdrawn_at"

extension Connection {
    package func news(_ id: NewsID) throws(DatabaseError) -> NewsItem? {
        try items("SELECT \(columns) FROM news WHERE id = \(id)").first
    }

    /// A page of news, the newest first.
    ///
    /// - Parameter kinds: with withdrawn news if nil; else those that were not withdrawn, of these kinds.
    package func news(
        _ kinds: Set<NewsItem.Kind>?, before id: NewsID?, limit: Int
    ) throws(DatabaseError) -> Page<NewsItem, NewsID> {
        var conditions: [SQL] = ["1 = 1"]
        if let id { conditions.append("id < \(id)") }
        if let kinds {
            conditions.append("withdrawn_at IS NULL")
            for kind in NewsItem.Kind.allCases where !kinds.contains(kind) { conditions.append("kind <> \(kind)") }
        }
        let found = try items(
            "SELECT \(columns) FROM news WHERE \(conditions.conjunction) ORDER BY id DESC LIMIT \(limit + 1)")
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The oldest news of which people are still to be told, and the last person who was looked at.
    package func newsToTell() throws(DatabaseError) -> (item: NewsItem, after: ProfileID?)? {
        let found = try first(
            "SELECT id, told_to FROM news WHERE completed_at IS NULL AND withdrawn_at IS NULL ORDER BY id LIMIT 1"
        ) { row throws(DatabaseError) in (try row.value(0, as: NewsID.self), try row.value(1, as: ProfileID?.self)) }
        guard let (id, after) = found, let item = try news(id) else { return nil }
        return (item, after)
    }

    /// People in the order of their ids, between two ids.
    package func people(
        after id: ProfileID?, before end: ProfileID, limit: Int
    ) throws(DatabaseError) -> [ProfileID] {
        let later: SQL = if let id { "id > \(id)" } else { "1 = 1" }
        return try all("SELECT id FROM profile WHERE \(later) AND id < \(end) ORDER BY id LIMIT \(limit)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    private func items(_ sql: SQL) throws(DatabaseError) -> [NewsItem] {
        let bare = try all(sql) { row throws(DatabaseError) in try NewsItem(row: row) }
        return try bare.map { item throws(DatabaseError) in item.with(texts: try texts(of: item.id)) }
    }

    private func texts(of id: NewsID) throws(DatabaseError) -> [Language: NewsItem.Text] {
        let found = try all("SELECT language, title, text FROM news_text WHERE news_id = \(id)") {
            row throws(DatabaseError) in
            (try row.value(0, as: Language.self), NewsItem.Text(title: try row.value(1), text: try row.value(2)))
        }
        return Dictionary(found) { first, _ in first }
    }
}

extension WriteTransaction {
    package func insertNewsItem(_ item: NewsItem) throws(DatabaseError) {
        try run(
            """
            INSERT INTO news (\(columns))
            VALUES (\(item.id), \(item.kind), \(item.link), \(item.publishedAt), \(item.publishedBy), \(item.notified),
                \(item.completedAt), \(item.withdrawnAt))
            """)
        for (language, text) in item.texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try run(
                """
                INSERT INTO news_text (news_id, language, title, text)
                VALUES (\(item.id), \(language), \(text.title), \(text.text))
                """)
        }
    }

    /// Records that a batch of people was told.
    ///
    /// - Parameter last: the last person who was looked at; nil: there are no more.
    package func recordNewsProgress(_ id: NewsID, notified count: Int, upTo last: ProfileID?, at now: Timestamp)
        throws(DatabaseError)
    {
        try run("UPDATE news SET told = told + \(count) WHERE id = \(id)")
        if let last {
            try run("UPDATE news SET told_to = \(last) WHERE id = \(id)")
        } else {
            try run("UPDATE news SET completed_at = \(now), told_to = NULL WHERE id = \(id)")
        }
    }

    /// - Returns: false if it was withdrawn before.
    package func withdraw(_ id: NewsID, at now: Timestamp) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "UPDATE news SET withdrawn_at = \(now) WHERE id = \(id) AND withdrawn_at IS NULL") == 1
    }
}

extension NewsItem {
    /// - Throws: if a column has no value of its type. The texts stand in a table of their own.
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            id: try row.value(0), kind: try row.value(1), texts: [:], link: try row.value(2),
            publishedAt: try row.value(3), publishedBy: try row.value(4), notified: try row.value(5),
            completedAt: try row.value(6), withdrawnAt: try row.value(7))
    }

    fileprivate func with(texts: [Language: Text]) -> NewsItem {
        NewsItem(
            id: id, kind: kind, texts: texts, link: link, publishedAt: publishedAt, publishedBy: publishedBy,
            notified: notified, completedAt: completedAt, withdrawnAt: withdrawnAt)
    }
}
