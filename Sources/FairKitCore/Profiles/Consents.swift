/// The person's consents. Each is false until given, and has the effect described; see decisions 0053, 0088 and 0165.
package struct Consents: Equatable, Sendable {
    /// Clinicians see the person's results: accounts for patients in their care, API keys of hospitals for all.
    package var clinicians: Bool
    /// The person is invited to studies.
    package var research: Bool
    /// The person is counted in the figures that partners' coordinators read.
    package var partners: Bool
    /// The notice that the person was shown when they were last asked; nil: it is not known.
    package var notice: ConsentNoticeID?
    /// When each was given or withdrawn last. One without was never given, or before this was recorded.
    package var changes: [Consent: Change]

    package struct Change: Equatable, Sendable {
        package let at: Timestamp
        /// The notice that the person was shown then; nil: none, or it is not known.
        package let notice: ConsentNoticeID?

        package init(at time: Timestamp, notice: ConsentNoticeID?) {
            at = time
            self.notice = notice
        }
    }

    package init(
        clinicians: Bool = false, research: Bool = false, partners: Bool = false, notice: ConsentNoticeID? = nil,
        changes: [Consent: Change] = [:]
    ) {
        self.clinicians = clinicians
        self.research = research
        self.partners = partners
        self.notice = notice
        self.changes = changes
    }

    package subscript(consent: Consent) -> Bool {
        get { self[keyPath: consent.path] }
        set { self[keyPath: consent.path] = newValue }
    }

    /// With the time of each consent that differs from what it was before. What a client says about times does not count.
    package func dated(after before: Consents = Consents(), at now: Timestamp) -> Consents {
        var dated = self
        dated.changes = before.changes
        for consent in Consent.allCases where self[consent] != before[consent] {
            dated.changes[consent] = Change(at: now, notice: notice)
        }
        return dated
    }
}

/// One of the consents of a record.
package enum Consent: String, Sendable, CaseIterable {
    case clinicians, research, partners

    fileprivate var path: WritableKeyPath<Consents, Bool> {
        switch self {
        case .clinicians: \.clinicians
        case .research: \.research
        case .partners: \.partners
        }
    }
}
