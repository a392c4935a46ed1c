package import FairKitCore
import FairKitStore

/// Articles and invitations to studies, which a tenant publishes for its people.
package struct News: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var news: News { News(tenant: self) }
}

/// News as a caller sees them.
package struct NewsView: Sendable {
    package let item: NewsItem
    /// Whether the caller publishes news.
    package let isForStaff: Bool
    /// How many people were told; nil: the caller sees no numbers of people. An invitation to a study is told to
    /// those who consent to research, and a small number would say who they are.
    package let notified: Int?

    init(_ item: NewsItem, for subject: Subject) {
        self.item = item
        isForStaff = subject.may(.publishNews)
        notified = subject.role.name == .administrator ? item.notified : nil
    }
}

/// Why news was not published.
package enum PublishFailure: Error {
    /// The caller has no account, or failed to prove their identity.
    case account(OwnAccountFailure)
}

/// The news was withdrawn before.
package struct NewsWithdrawn: Error {}

extension News {
    /// A page of news, the newest first. A patient sees what was not withdrawn, and invitations to studies only with the
    /// consent to research.
    package func list(
        before cursor: NewsID?, limit: Int, by caller: Caller
    ) async throws(Refusal<Never>) -> Page<NewsView, NewsID> {
        try await tenant.read(.readNews, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NewsView, NewsID>, Never> in
            let subject = grant.subject
            let kinds = try News.newsKinds(for: subject, in: tx)
            return .success(
                try tx.news(kinds, before: cursor, limit: limit).map { NewsView($0, for: subject) })
        }
    }

    package func show(_ id: NewsID, by caller: Caller) async throws(Refusal<Never>) -> NewsView {
        try await tenant.read(.readNews, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<NewsView, Never> in
            guard let item = try tx.news(id) else { return .failure(.notFound) }
            if let kinds = try News.newsKinds(for: grant.subject, in: tx) {
                guard item.withdrawnAt == nil, kinds.contains(item.kind) else { return .failure(.notFound) }
            }
            return .success(NewsView(item, for: grant.subject))
        }
    }

    /// Publishes news. People are told in batches from now on.
    ///
    /// They go to everybody from the tenant's address, so that a token or a key alone is not enough.
    ///
    /// - Parameter proof: nil for commands on the server.
    /// - Returns: the news; the earlier ones if the request repeats its Idempotency-Key.
    package func publish(
        _ kind: NewsItem.Kind, _ texts: [Language: NewsItem.Text], link: String?, proof: IdentityProof?,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<PublishFailure>) -> Creation<NewsView> {
        try await tenant.permit(.publishNews, to: caller, for: PublishFailure.self)
        // Before a code is used up.
        try faults.refuse(for: PublishFailure.self)
        let confirmed: Confirmed?
        do { confirmed = try await tenant.prove(proof, by: caller) } catch { throw error.map { .account($0) } }
        return try await tenant.write(.publishNews, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<Creation<NewsView>, PublishFailure> in
            guard try OwnAccount.stillCounts(confirmed, for: grant, in: tx) else {
                return .own(.account(.signIn(.wrong)))
            }
            switch try tx.made(under: grant.repetition, of: NewsItem.self, at: grant.now) {
            case .nothing: break
            case .other: return .failure(.idempotency(.reused))
            case .made(let ids, _):
                guard let first = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.news(id) }) else {
                    return .failure(.idempotency(.reused))
                }
                return .success(.before(NewsView(first, for: grant.subject)))
            }
            let item = NewsItem(
                id: .new(at: grant.now), kind: kind, texts: texts, link: link, publishedAt: grant.now,
                publishedBy: grant.subject.id)
            var faults = faults
            let own = tenant.settings.publicURL.flatMap { WebhookURL(stored: "\($0)")?.host }
            item.check(&faults, hosts: Set(try tx.settings().newsHosts + [own].compactMap(\.self)))
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if let spent = try Tenancy.spend(.news, by: grant, to: "everybody", of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            try tx.insertNewsItem(item)
            grant.log(.newsPublished, item.id, about: nil)
            try tx.remember(grant.repetition, made: [item.id], at: grant.now)
            return .success(.now(NewsView(item, for: grant.subject)))
        }
    }

    /// Withdraws news: no one is told of them any more, also where a message waits for the morning.
    package func withdraw(_ id: NewsID, by caller: Caller) async throws(Refusal<NewsWithdrawn>) -> NewsView {
        try await tenant.write(.publishNews, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<NewsView, NewsWithdrawn> in
            guard try tx.news(id) != nil else { return .failure(.notFound) }
            guard try tx.withdraw(id, at: grant.now) else { return .own(NewsWithdrawn()) }
            grant.log(.newsWithdrawn, id, about: nil)
            guard let item = try tx.news(id) else { return .failure(.notFound) }
            return .success(NewsView(item, for: grant.subject))
        }
    }

    /// The kinds of news that a patient sees; nil: the caller publishes news, and sees all of them.
    fileprivate static func newsKinds<Access>(for subject: Subject, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> Set<NewsItem.Kind>?
    {
        guard !subject.may(.publishNews) else { return nil }
        guard let patient = subject.role.profile else { return [.article] }
        return try tx.profile(patient)?.details.consents.research == true ? [.article, .study] : [.article]
    }
}
