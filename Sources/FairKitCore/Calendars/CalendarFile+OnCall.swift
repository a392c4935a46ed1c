extension CalendarFile {
    /// When one member of teams is on call, for a private feed.
    ///
    /// - Parameters:
    ///   - periods: of each team.
    ///   - sender: the name by which people know the tenant.
    package init(
        onCall account: AccountID, _ periods: [(team: Team, periods: [OnCallPeriod])], in language: Language,
        from sender: DisplayName, at now: Timestamp
    ) {
        var events: [Event] = []
        for (team, periods) in periods {
            let title = language.calendar.onCall(for: team.name, in: language)
            for (member, time) in periods.uninterrupted where member == account {
                events.append(Event(of: team, member, on: time, title: title, at: now))
            }
        }
        self.init(name: sender.text, events: events)
    }

    /// The on-call periods of a team's members, by name: for a private feed, or with e-mail addresses for those who may
    /// see them.
    package init(
        of team: Team, members: [TeamMember], _ periods: [OnCallPeriod], in language: Language,
        withAddresses: Bool = false, at now: Timestamp
    ) {
        let known = Dictionary(members.map { ($0.account, $0) }) { first, _ in first }
        self.init(
            name: language.calendar.calendar(of: team.name, in: language),
            events: periods.uninterrupted.map { account, time in
                let member = known[account]
                let address = withAddresses ? member.map { "\($0.email)" } : nil
                let name = member?.name ?? address ?? language.calendar.member
                return Event(
                    of: team, account, on: time, title: "\(name) (\(team.name))",
                    attendee: withAddresses ? member : nil, at: now)
            })
    }
}

extension [OnCallPeriod] {
    /// The times of each member, joined over consecutive periods, in the order of their beginnings.
    ///
    /// They are written as single events in UTC. Programs disagree about recurring events that last over a change of the
    /// clocks: RFC 5545 gives each the same exact duration, while many keep the time of the clock.
    fileprivate var uninterrupted: [(AccountID, Range<Timestamp>)] {
        var open: [AccountID: Timestamp] = [:]
        var found: [(AccountID, Range<Timestamp>)] = []
        for (index, period) in enumerated() {
            for member in period.members where open[member] == nil { open[member] = period.from }
            let next = index + 1 < count ? Set(self[index + 1].members) : []
            for member in period.members where !next.contains(member) {
                if let start = open.removeValue(forKey: member) { found.append((member, start..<period.until)) }
            }
        }
        return found.sorted { ($0.1.lowerBound, $0.1.upperBound) < ($1.1.lowerBound, $1.1.upperBound) }
    }
}

extension CalendarFile.Event {
    /// Its id has its end as well: another end is another event, and so its time of change need not be known. That is
    /// the beginning of today, so that a feed keeps its bytes within a day.
    fileprivate init(
        of team: Team, _ member: AccountID, on time: Range<Timestamp>, title: String, attendee: TeamMember? = nil,
        at now: Timestamp
    ) {
        let (start, end) = (time.lowerBound.milliseconds / 1000, time.upperBound.milliseconds / 1000)
        self.init(
            uid: "\(team.id)-\(member)-\(start)-\(end)@fairkit", during: time, title: title,
            changedAt: now.startOfDay, attendee: attendee)
    }
}

extension Timestamp {
    /// The day's first moment, in UTC.
    package var startOfDay: Timestamp { Timestamp(milliseconds: milliseconds - milliseconds % 86_400_000) }
}
