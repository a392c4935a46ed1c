package import FairKitCore
import FairKitStore

/// A notice in the words of its reader.
package struct NoticeView: Sendable {
    package let notice: Notice
    package let text: NoticeText
    /// The page that it opens; nil: none.
    package let link: String?
}

extension Notices {
    /// A page of what the signed-in person was told in the last thirty days, the newest first. The audit log records
    /// whose data it shows.
    package func list(
        before id: NoticeID?, unread: Bool, limit: Int, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> Page<NoticeView, NoticeID> {
        let (account, _) = try tenant.ownAccount.person(caller)
        let (name, link) = (tenant.name, tenant.alertLink)
        return try await tenant.read(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Page<NoticeView, NoticeID>, OwnAccountFailure> in
            guard let writer = try Notices.noticeWriter(for: account, of: name, link, in: tx) else {
                return .own(.noAccount)
            }
            let page = try tx.notices(to: account, before: id, unread: unread, limit: limit, at: grant.now)
            grant.logNotices(page.items)
            return .success(page.map(writer.view))
        }
    }

    /// How many notices the person has not read: the number on an app's icon.
    package func unread(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> Int {
        let (account, _) = try tenant.ownAccount.person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Int, OwnAccountFailure> in
            .success(try tx.unreadNotices(of: account, at: grant.now))
        }
    }

    /// Marks notices of the person as read. It does not acknowledge an alert.
    ///
    /// - Parameter id: nil: all of them.
    /// - Returns: how many are unread now.
    package func markRead(_ id: NoticeID?, by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> Int {
        let (account, _) = try tenant.ownAccount.person(caller)
        return try await tenant.write(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Int, OwnAccountFailure> in
            if let id {
                guard let notice = try tx.notice(id), notice.receiver == .account(account), notice.kind.isKept else {
                    return .failure(.notFound)
                }
            }
            _ = try tx.markNoticesRead(id, of: account, at: grant.now)
            return .success(try tx.unreadNotices(of: account, at: grant.now))
        }
    }
}

/// Puts the notices of one person into words.
struct NoticeWriting: Sendable {
    let language: Language
    let sender: DisplayName
    let role: Role
    let alerts: AlertLink

    /// Its reader has signed in, so it shows the values that they may read.
    func view(_ notice: Notice) -> NoticeView {
        NoticeView(
            notice: notice,
            text: NoticeText(
                notice.kind, notice.facts, language: language, sender: sender,
                form: notice.showsValues(to: role) ? .push(preview: true) : .chat),
            link: notice.facts.link ?? alerts.page(of: notice))
    }
}

extension Notices {
    /// - Parameters:
    ///   - tenant: its name, by which people know it until it has another one.
    ///   - alerts: the pages of alerts.
    /// - Returns: nil if there is no such account.
    static func noticeWriter<Access>(
        for id: AccountID, of tenant: TenantName, _ alerts: AlertLink, in tx: borrowing Connection<Access>
    ) throws(DatabaseError)
        -> NoticeWriting?
    {
        guard let account = try tx.account(id) else { return nil }
        return NoticeWriting(
            language: account.details.language, sender: try tx.settings().displayName ?? DisplayName(of: tenant),
            role: account.role, alerts: alerts)
    }
}

extension Grant {
    /// Records whose data the shown notices contain.
    mutating func logNotices(_ notices: [Notice]) {
        let people = Set(notices.compactMap(\.profile))
        log(caller.entry(.noticeListed, nil, about: nil, showing: people, at: now))
    }
}
