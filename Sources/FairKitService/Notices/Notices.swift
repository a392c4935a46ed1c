package import FairKitCore
package import FairKitStore

/// The notices to people, and their sending.
package struct Notices: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var notices: Notices { Notices(tenant: self) }
}

/// A send that is due, ready for its carrier.
package struct DueSend: Sendable {
    package let send: NoticeSend
    package let notice: Notice
    package let message: OutgoingMessage
    package let address: String
}

extension Notices {
    /// Sends of a channel that are due now, with their texts in the language of each receiver. Those that have nowhere
    /// to go any more fail.
    ///
    /// - Parameter underway: sends whose attempt has not ended.
    package func due(
        over channel: ContactKind, in lane: NoticeSend.Lane, except underway: Set<NoticeSendID>, limit: Int
    ) async throws(DatabaseError) -> [DueSend] {
        let (now, name, zones, signIn) = (tenant.now(), tenant.name, tenant.zones, tenant.settings.link.signIn)
        let (link, phones) = (tenant.alertLink, tenant.settings.phones)
        let (ready, lost, quiet) = try await tenant.store.read(in: lane == .critical ? .urgent : .normal) {
            (tx) throws(DatabaseError) in
            let settings = try tx.settings()
            let sender = settings.displayName ?? DisplayName(of: name)
            let sends = try tx.dueSends(over: channel, in: lane, at: now, except: underway, limit: limit)
            var (ready, lost, quiet): ([DueSend], [NoticeSend], [(NoticeSendID, Timestamp)]) = ([], [], [])
            for send in sends {
                guard
                    let (due, end) = try Notices.ready(
                        send, from: sender, forbidsValues: settings.forbidsValues, zones: zones, signIn: signIn,
                        alerts: link, at: now, in: tx),
                    phones.serves(due.address, over: send.channel)
                else {
                    lost.append(send)
                    continue
                }
                if let end { quiet.append((send.id, end)) } else { ready.append(due) }
            }
            return (ready, lost, quiet)
        }
        if !lost.isEmpty || !quiet.isEmpty {
            let escalated = try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in
                var escalated = 0
                for send in lost {
                    try tx.settleSend(send.id, .failed, error: "no-address", reference: nil, due: nil, at: now)
                    guard let notice = try tx.notice(send.notice) else { continue }
                    if try Escalation.escalateIfUnreached(by: notice, at: now, in: tx) { escalated += 1 }
                }
                for (id, end) in quiet { try tx.postpone(id, until: end) }
                return escalated
            }
            for _ in 0..<escalated { countEscalated() }
        }
        return ready
    }

    /// Postpones sends whose receivers can't take them yet.
    package func postpone(
        _ sends: [(NoticeSendID, Timestamp)], in lane: NoticeSend.Lane
    ) async throws(DatabaseError) {
        try await tenant.store.write(in: lane == .critical ? .critical : .normal) { (tx) throws(DatabaseError) in
            for (id, time) in sends { try tx.postpone(id, until: time) }
        }
    }

    package func nextDue(
        over channel: ContactKind, in lane: NoticeSend.Lane
    ) async throws(DatabaseError) -> Timestamp? {
        let now = tenant.now()
        return try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            try tx.nextSend(over: channel, in: lane, at: now)
        }
    }

    /// Stores the outcome of an attempt. A contact point that no longer exists is disabled, and its owner is told over
    /// another channel.
    ///
    /// - Parameter due: when it is tried again, if it is.
    package func settle(_ due: DueSend, _ answer: SendAnswer, due again: Timestamp) async throws(DatabaseError) {
        let now = tenant.now()
        let error = answer.reason
        let isEscalated = try await tenant.store.write(in: due.send.lane == .critical ? .critical : .normal) {
            (tx) throws(DatabaseError) -> Bool in
            let id = due.send.id
            switch answer.outcome {
            case .accepted:
                try tx.settleSend(id, .sent, error: nil, reference: answer.reference, due: nil, at: now)
                // Of a mail only the id is kept. One that is refused stays until it expires: an operator may retry it.
                if due.notice.recipient != nil { try tx.forgetMail(due.notice.id) }
                try Notices.logArrival(of: due.notice, over: due.send.channel, in: tx)
            case .refused, .privateAddress:
                try tx.settleSend(id, .failed, error: error, reference: nil, due: nil, at: now)
                try Notices.logFailure(
                    of: due.notice, over: due.send.channel, to: due.address, for: error, at: now, in: tx)
            case .gone:
                try tx.settleSend(id, .failed, error: error, reference: nil, due: nil, at: now)
                try Notices.disableContact(of: due.send, for: error, at: now, in: tx)
                try Notices.logFailure(
                    of: due.notice, over: due.send.channel, to: due.address, for: error, at: now, in: tx)
            case .stopped: return false
            case .postponed, .unauthorized, .unknownHost, .unreachable, .tlsError, .withoutTLS, .timeout, .disconnected,
                .malformed, .unconfigured:
                guard try Notices.neverWorked(due.send, at: now, in: tx) else {
                    try tx.settleSend(id, .waiting, error: error, reference: nil, due: again, at: now)
                    return false
                }
                try tx.settleSend(id, .failed, error: error, reference: nil, due: nil, at: now)
                try Notices.disableContact(of: due.send, for: error, at: now, in: tx)
            }
            // Until now the message had to be written again for each attempt.
            if due.notice.kind == .contactVerification { try tx.forgetCode(in: due.notice.id) }
            guard answer.outcome != .accepted else { return false }
            return try Escalation.escalateIfUnreached(by: due.notice, at: now, in: tx)
        }
        if isEscalated { countEscalated() }
    }

    /// Gives up sends that are of no use any more.
    ///
    /// - Returns: how many; 0: none is left.
    package func expire() async throws(DatabaseError) -> Int {
        let now = tenant.now()
        let first = try await tenant.store.read { (tx) throws(DatabaseError) in try tx.firstSendExpiry() }
        guard let first, first <= now else { return 0 }
        return try await tenant.store.write { (tx) throws(DatabaseError) in try tx.expireSends(at: now) }
    }

    /// Whether a browser's subscription took no message in many attempts since yesterday. The app registers it again
    /// when it runs.
    fileprivate static func neverWorked(_ send: NoticeSend, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        guard send.channel == .webPush, let id = send.contact, let failed = try tx.failedAttempts(to: id, ofLast: 100)
        else { return false }
        return failed.count >= ContactPoint.mostFailures && failed.since.distance(to: now) >= ContactPoint.trial
    }

    /// A send, and when its reader's quiet hours end, if it has to wait for that.
    ///
    /// - Parameters:
    ///   - signIn: the page that a message to a patient without an account opens.
    ///   - alerts: the pages that messages to clinicians open.
    /// - Returns: nil if there is nowhere to send it: the account or the contact point is gone, or the news that it tells
    ///   were withdrawn.
    fileprivate static func ready(
        _ send: NoticeSend, from sender: DisplayName, forbidsValues: Bool, zones: TimeZones, signIn: String?,
        alerts: AlertLink, at now: Timestamp, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> (DueSend, quietUntil: Timestamp?)? {
        guard let notice = try tx.notice(send.notice), try News.isStillNews(notice, in: tx) else { return nil }
        if let recipient = notice.recipient {
            let message = OutgoingMessage(
                notice, over: send, as: .wholeMail, in: recipient.language, from: sender, badge: nil)
            return (
                DueSend(send: send, notice: notice, message: message, address: recipient.address.description), nil
            )
        }
        let reader = try notice.receiver.accountID.flatMap { (id) throws(DatabaseError) in try tx.account(id) }
        guard let address = try address(of: send, for: notice, reader, in: tx) else { return nil }
        if case .profile(let patient) = notice.receiver {
            guard let details = try tx.profile(patient)?.details else { return nil }
            let due = DueSend(
                send: send, notice: notice,
                message: OutgoingMessage(
                    notice, over: send, as: NoticePreferences.unprovenForm(on: send.channel), in: details.language,
                    from: sender, badge: nil, opening: signIn),
                address: address)
            guard !notice.kind.breaksQuiet, let quiet = NoticePreferences.withoutAccount.quietHours else {
                return (due, nil)
            }
            return (due, quiet.end(at: now) { zones.offset(of: details.timeZone, at: $0) })
        }
        // Only an app has an icon with a number on it.
        let badge = try reader.flatMap { (reader) throws(DatabaseError) in
            send.channel.isDevice ? try tx.unreadNotices(of: reader.id, at: now) : nil
        }
        let preferences = try reader.map { (reader) throws(DatabaseError) in try tx.noticePreferences(of: reader.id) }
        let form = (preferences ?? NoticePreferences())
            .form(
                of: notice.kind, on: send.channel,
                forbidsValues: forbidsValues || reader.map { !notice.showsValues(to: $0.role) } ?? true)
        let due = DueSend(
            send: send, notice: notice,
            message: OutgoingMessage(
                notice, over: send, as: form, in: reader?.details.language ?? .english, from: sender, badge: badge,
                opening: alerts.page(of: notice)),
            address: address)
        guard let reader, let quiet = preferences?.quietHours, !notice.kind.breaksQuiet else { return (due, nil) }
        let zone = try Preferences.timeZone(of: reader, choosing: preferences?.timeZone, in: tx)
        return (due, quiet.end(at: now) { zones.offset(of: zone, at: $0) })
    }

    private static func address(
        of send: NoticeSend, for notice: Notice, _ reader: Account?, in tx: borrowing ReadTransaction
    ) throws(DatabaseError) -> String? {
        if let id = send.contact {
            // A code is sent to a contact point so that its owner can prove it; a test shows whether a team's works again.
            guard let contact = try tx.contactPoint(id), contact.kind == send.channel,
                contact.isUsed || notice.kind == .contactVerification || notice.kind == .test
            else { return nil }
            return contact.address
        }
        switch notice.receiver {
        case .account:
            guard let reader, reader.state == .active else { return nil }
            return reader.email.description
        case .profile(let id): return try tx.profile(id)?.details.address(over: send.channel)
        case .operatorContact: return try tx.settings().operatorContact?.description
        case .team, .address: return nil
        }
    }
}
