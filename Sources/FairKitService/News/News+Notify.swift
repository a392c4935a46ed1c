import FairKitCore
package import FairKitStore

extension News {
    /// How many people one transaction looks at, so that other writers do not wait long.
    private static var batch: Int { 100 }

    /// Notifies people of news, in batches in the order of their ids. The place is stored with each batch, so a restart
    /// goes on where it was, and tells no one twice.
    ///
    /// - Returns: how many people were told.
    package func notify() async throws(DatabaseError) -> Int {
        var notified = 0
        while !Task.isCancelled {
            let now = tenant.now()
            let isDue = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.newsToTell() != nil }
            guard isDue else { break }
            notified += try await tenant.store.write { (tx) throws(DatabaseError) in
                guard let (item, last) = try tx.newsToTell() else { return 0 }
                // A person who came later is not told of what is older.
                let people = try tx.people(after: last, before: .first(at: item.publishedAt), limit: News.batch)
                var notified = 0
                for person in people where try News.notify(item, to: person, at: now, in: tx) { notified += 1 }
                try tx.recordNewsProgress(item.id, notified: notified, upTo: people.last, at: now)
                return notified
            }
        }
        return notified
    }

    /// - Returns: whether the person was told. One is not who has switched news off, whose language the news lack, or
    ///   who does not consent to research.
    fileprivate static func notify(
        _ item: NewsItem, to person: ProfileID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard let details = try tx.profile(person)?.details, item.kind != .study || details.consents.research else {
            return false
        }
        var readers: [(Notice.Receiver, title: String)] = []
        for reader in try Escalation.readers(for: person, in: tx) {
            guard let language = try language(of: reader, for: item, details, in: tx), let text = item.texts[language]
            else {
                continue
            }
            readers.append((reader, text.title))
        }
        guard !readers.isEmpty,
            try tx.recordNotified(person, item.kind.notice, about: item.id, number: 0, at: now)
        else { return false }
        for (reader, title) in readers {
            var facts = NoticeFacts()
            facts.topic = title
            facts.link = item.link
            facts.news = "\(item.id)"
            try Notices.notify(Notice(to: reader, item.kind.notice, about: person, facts, at: now), in: tx)
        }
        return true
    }

    /// The language in which a reader is told; nil: they are not.
    private static func language(
        of reader: Notice.Receiver, for item: NewsItem, _ details: ProfileDetails, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Language? {
        switch reader {
        case .account(let id):
            try tx.noticePreferences(of: id).wants(item.kind.notice.category)
                ? try tx.account(id)?.details.language : nil
        // Without an account no one can switch articles off. An invitation follows from the consent.
        case .profile: item.kind == .study ? details.language : nil
        case .team, .operatorContact, .address: nil
        }
    }

    /// Whether a notice of news may still be sent: the news were not withdrawn, nor the consent to research.
    static func isStillNews(_ notice: Notice, in tx: borrowing ReadTransaction) throws(DatabaseError) -> Bool {
        guard notice.kind.category == .educational, let id = notice.facts.news.flatMap({ NewsID($0) }) else {
            return true
        }
        guard let item = try tx.news(id), item.withdrawnAt == nil else { return false }
        guard item.kind == .study else { return true }
        return try notice.profile.flatMap { (id) throws(DatabaseError) in
            try tx.profile(id)?.details.consents.research
        } ?? false
    }
}
