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
            for (member, time) in TeamCalendar.uninterrupted(periods) where member == account {
                events.append(Event(of: team, member, on: time, title: title, at: now))
            }
        }
        self.init(name: sender.text, events: events)
    }

    /// Who of a team is on call, for a private feed. It has names, and no e-mail address.
    package init(
        of team: Team, members: [TeamMember], _ periods: [OnCallPeriod], in language: Language, at now: Timestamp
    ) {
        let names = Dictionary(members.map { ($0.account, $0.name) }) { first, _ in first }
        self.init(
            name: language.calendar.calendar(of: team.name, in: language),
            events: TeamCalendar.uninterrupted(periods).map { member, time in
                let name = (names[member] ?? nil) ?? language.calendar.member
                return Event(of: team, member, on: time, title: "\(name) (\(team.name))", at: now)
            })
    }
}

extension CalendarFile.Event {
    /// Its id has its end as well: another end is another event, and so its time of change need not be known. That is
    /// the beginning of today, so that a feed keeps its bytes within a day.
    fileprivate init(of team: Team, _ member: AccountID, on time: Range<Timestamp>, title: String, at now: Timestamp) {
        let (start, end) = (time.lowerBound.milliseconds / 1000, time.upperBound.milliseconds / 1000)
        self.init(
            uid: "\(team.id)-\(member)-\(start)-\(end)@fairkit", during: time, title: title, changedAt: now.startOfDay)
    }
}

extension Timestamp {
    /// The day's first moment, in UTC.
    package var startOfDay: Timestamp { Timestamp(milliseconds: milliseconds - milliseconds % 86_400_000) }
}
