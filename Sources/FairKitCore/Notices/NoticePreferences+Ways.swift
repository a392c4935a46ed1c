/// A channel of a receiver, with the contact point.
package struct NoticeWay: Equatable, Sendable {
    package let channel: ContactKind
    /// nil: the account's own e-mail address, the operator's, or the address or number of a profile.
    package let contact: ContactPointID?

    package init(_ channel: ContactKind, _ contact: ContactPointID?) {
        self.channel = channel
        self.contact = contact
    }
}

extension NoticePreferences {
    /// How a person is told. A critical alert goes over all ways that are on at once, and always to the account's own
    /// e-mail address.
    ///
    /// - Parameters:
    ///   - points: the person's contact points.
    ///   - muted: the categories that are off on each device.
    package func ways(
        for kind: NoticeKind, over points: [ContactPoint], muted: [ContactPointID: Set<NoticeCategory>] = [:]
    ) -> [NoticeWay] {
        let category = kind.category
        let isCritical = kind.priority == .critical
        let hasNoPush = emailInsteadOfPush && !isCritical
        var kinds: Set<ContactKind> = []
        if isOn(category, by: .email) || category == .criticalAlert || hasNoPush && isOn(category, by: .push) {
            kinds.insert(.email)
        }
        if isOn(category, by: .push), !hasNoPush { kinds.formUnion([.apns, .fcm, .webPush]) }
        if isOn(category, by: .sms) || isCritical && alwaysSMSForCritical { kinds.insert(.sms) }
        // A call must not wake a person to tell them that they need not act.
        if isOn(category, by: .voice), isCritical || category != .criticalAlert { kinds.insert(.voice) }
        let own = kinds.contains(.email) ? [NoticeWay(.email, nil)] : []
        return own
            + points.filter { $0.isUsed && kinds.contains($0.kind) && muted[$0.id]?.contains(category) != true }
            .map { NoticeWay($0.kind, $0.id) }
    }

    /// How a notice is shown on a channel. A value stands in a push message about a critical alert, whose text is that
    /// of requirement R3.2, and in mails about it; in others only if the person wants it.
    ///
    /// - Parameter forbidsValues: the tenant lets no value leave the server.
    package func form(of kind: NoticeKind, on channel: ContactKind, forbidsValues: Bool) -> NoticeForm {
        let isAlert = kind == .alertPatient || kind.audience == .staff && !kind.endsAlert
        switch channel {
        case .email: return .mail(showsValues: !forbidsValues && (isAlert || showsValues))
        case .sms: return .sms(showsValues: !forbidsValues && (kind == .alertPatient ? showsCriticalText : showsValues))
        case .voice: return .voice
        case .apns, .fcm, .webPush:
            return .push(preview: !forbidsValues && (kind.priority == .critical ? showsCriticalText : showsValues))
        case .slack, .teams, .pagerDuty, .http: return .chat
        }
    }
}
