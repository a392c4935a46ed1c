import FairKitCore
import Testing

@Suite struct `A person's preferences` {
    private static let now = Example.now
    private static let account = AccountID.new(at: now)

    private static func point(
        _ kind: ContactKind, verified: Bool = true, disabled: Bool = false
    ) -> ContactPoint {
        ContactPoint(
            id: .new(at: now), owner: .account(account), kind: kind, address: "x", createdAt: now,
            verifiedAt: verified ? now : nil, disabled: disabled ? .init(at: now, reason: "gone") : nil)
    }

    private static let points = [point(.email), point(.sms), point(.voice), point(.apns), point(.webPush)]

    private static func choosing(_ change: (inout NoticePreferences) -> Void) -> NoticePreferences {
        var chosen = NoticePreferences()
        change(&chosen)
        return chosen
    }

    private static func channels(
        _ chosen: NoticePreferences, _ kind: NoticeKind, muting muted: Set<NoticeCategory> = []
    ) -> [String] {
        let devices = points.filter(\.kind.isDevice).map { ($0.id, muted) }
        return chosen.ways(for: kind, over: points, muted: Dictionary(uniqueKeysWithValues: devices))
            .map { $0.contact == nil ? "own" : $0.channel.rawValue }
    }

    private static let all = ["own", "email", "sms", "voice", "apns", "web-push"]
    private static let quiet = ["own", "email", "apns", "web-push"]

    static let table: [(name: String, chosen: NoticePreferences, kind: NoticeKind, ways: [String])] = [
        ("defaults", NoticePreferences(), .alertPatient, all),
        ("defaults", NoticePreferences(), .alertStaff, all),
        ("defaults", NoticePreferences(), .resultReady, quiet),
        ("defaults", NoticePreferences(), .sampleOverdue, quiet),
        ("defaults", NoticePreferences(), .article, quiet),
        ("defaults", NoticePreferences(), .contactDisabled, quiet),
        (
            "no call to say that there is nothing to do", NoticePreferences(), .alertAcknowledgedStaff,
            ["own", "email", "sms", "apns", "web-push"]
        ),
        ("push off for results", choosing { $0.set(.testResult, by: .push, false) }, .resultReady, ["own", "email"]),
        ("and only for them", choosing { $0.set(.testResult, by: .push, false) }, .sampleOverdue, quiet),
        (
            "all off for results",
            choosing {
                $0.set(.testResult, by: .push, false)
                $0.set(.testResult, by: .email, false)
            }, .resultReady, []
        ),
        (
            "all off does not switch off the own address for alerts",
            choosing { chosen in
                for channel in NoticePreferences.Channel.allCases { chosen.set(.criticalAlert, by: channel, false) }
            }, .alertPatient, ["own", "email"]
        ),
        (
            "always SMS wins over SMS off",
            choosing {
                $0.set(.criticalAlert, by: .sms, false)
                $0.alwaysSMSForCritical = true
            }, .alertPatient, all
        ),
        ("always SMS is for critical alerts only", choosing { $0.alwaysSMSForCritical = true }, .resultReady, quiet),
        (
            "SMS off",
            choosing { $0.set(.criticalAlert, by: .sms, false) }, .alertPatient,
            ["own", "email", "voice", "apns", "web-push"]
        ),
        (
            "SMS on for reminders", choosing { $0.set(.reminder, by: .sms, true) }, .sampleDueSoon,
            ["own", "email", "sms", "apns", "web-push"]
        ),
        ("e-mail instead of push", choosing { $0.emailInsteadOfPush = true }, .resultReady, ["own", "email"]),
        (
            "e-mail instead of push where e-mail is off",
            choosing {
                $0.emailInsteadOfPush = true
                $0.set(.testResult, by: .email, false)
            }, .resultReady,
            ["own", "email"]
        ),
        (
            "e-mail instead of push where both are off",
            choosing { chosen in
                chosen.emailInsteadOfPush = true
                chosen.set(.testResult, by: .email, false)
                chosen.set(.testResult, by: .push, false)
            }, .resultReady, []
        ),
        (
            "e-mail instead of push does not hold for critical alerts", choosing { $0.emailInsteadOfPush = true },
            .alertPatient, all
        ),
    ]

    @Test(arguments: table.indices) func `decide over which ways a notice goes`(row: Int) {
        let (name, chosen, kind, ways) = Self.table[row]
        #expect(Self.channels(chosen, kind) == ways, "\(name)")
    }

    @Test func `leave out devices on which the category is off`() {
        let muted: Set<NoticeCategory> = [.reminder, .criticalAlert]
        #expect(Self.channels(NoticePreferences(), .sampleOverdue, muting: muted) == ["own", "email"])
        #expect(Self.channels(NoticePreferences(), .alertPatient, muting: muted) == ["own", "email", "sms", "voice"])
        #expect(Self.channels(NoticePreferences(), .resultReady, muting: muted) == Self.quiet)
    }

    @Test(arguments: NoticeExample.kinds) func `use no contact point that is not proven or is disabled`(
        kind: NoticeKind
    ) {
        let points = [
            Self.point(.sms, verified: false), Self.point(.email, disabled: true), Self.point(.apns, verified: false),
        ]
        #expect(NoticePreferences().ways(for: kind, over: points) == [NoticeWay(.email, nil)])
    }

    @Test(arguments: NoticeExample.kinds) func `hide every value where the tenant forbids values`(kind: NoticeKind) {
        let open = Self.choosing { $0.showsValues = true }
        for channel in ContactKind.allCases {
            switch open.form(of: kind, on: channel, forbidsValues: true) {
            case .push(let shows), .sms(let shows), .mail(let shows): #expect(!shows)
            case .unprovenMail, .wholeMail, .voice, .chat: break
            }
        }
    }

    @Test func `show the text of a critical alert on a locked screen, and values elsewhere only on demand`() {
        func push(_ kind: NoticeKind, _ chosen: NoticePreferences) -> NoticeForm {
            chosen.form(of: kind, on: .apns, forbidsValues: false)
        }
        let (closed, open) = (Self.choosing { $0.showsCriticalText = false }, Self.choosing { $0.showsValues = true })
        #expect(push(.alertPatient, NoticePreferences()) == .push(preview: true))
        #expect(push(.alertPatient, closed) == .push(preview: false))
        #expect(push(.resultReady, NoticePreferences()) == .push(preview: false))
        #expect(push(.resultReady, open) == .push(preview: true))
        #expect(closed.form(of: .alertPatient, on: .sms, forbidsValues: false) == .sms(showsValues: false))
        #expect(NoticePreferences().form(of: .alertStaff, on: .sms, forbidsValues: false) == .sms(showsValues: false))
    }

    @Test func `do not switch off the own address for critical alerts`() {
        var faults = Faults()
        Self.choosing { $0.set(.criticalAlert, by: .email, false) }.check(&faults) { _ in true }
        #expect(faults.fields.map(\.pointer) == ["/categories/CRITICAL_ALERT/email"])
    }
}

@Suite struct `Quiet hours` {
    /// 2026-11-21 in UTC.
    private static func at(_ clock: String) throws -> Timestamp { try #require(Timestamp("2026-11-21T\(clock)Z")) }

    @Test(arguments: [
        ("21:59:59.999", nil), ("22:00:00", "2026-11-22T07:00:00.000Z"), ("23:59:59.999", "2026-11-22T07:00:00.000Z"),
        ("00:00:00", "2026-11-21T07:00:00.000Z"), ("06:59:59.999", "2026-11-21T07:00:00.000Z"), ("07:00:00", nil),
        ("12:00:00", nil),
    ])
    func `over midnight end in the morning`(clock: String, end: String?) throws {
        let hours = QuietHours(from: 22 * 60, to: 7 * 60)
        #expect(hours.end(at: try Self.at(clock)) { _ in 0 }?.description == end)
    }

    @Test(arguments: [("11:59:59", nil), ("12:00:00", "2026-11-21T14:30:00.000Z"), ("14:30:00", nil)])
    func `within a day end on that day`(clock: String, end: String?) throws {
        let hours = QuietHours(from: 12 * 60, to: 14 * 60 + 30)
        #expect(hours.end(at: try Self.at(clock)) { _ in 0 }?.description == end)
    }

    @Test func `are those of the person's zone`() throws {
        let hours = QuietHours(from: 22 * 60, to: 7 * 60)
        // 22:30 in Nairobi.
        #expect(hours.end(at: try Self.at("19:30:00")) { _ in 3 * 3600 }?.description == "2026-11-22T04:00:00.000Z")
        #expect(hours.end(at: try Self.at("22:30:00")) { _ in -5 * 3600 } == nil)
    }

    @Test func `end at seven on the wall when the clock is changed in the night`() throws {
        let hours = QuietHours(from: 22 * 60, to: 7 * 60)
        let change = try Self.at("01:00:00")
        // From two hours ahead of UTC to one, and from one to two.
        let autumn = hours.end(at: try Self.at("00:30:00")) { $0 < change ? 7200 : 3600 }
        #expect(autumn?.description == "2026-11-21T06:00:00.000Z")
        let spring = hours.end(at: try Self.at("00:30:00")) { $0 < change ? 3600 : 7200 }
        #expect(spring?.description == "2026-11-21T05:00:00.000Z")
    }

    @Test func `are broken by critical alerts, codes and what a thief may have done`() {
        #expect(
            NoticeExample.kinds.filter(\.breaksQuiet) == [
                .alertPatient, .alertStaff, .alertCorrectedPatient, .alertCorrectedStaff, .alertWithdrawnPatient,
                .alertWithdrawnStaff, .alertUnreachable,
                .newPlaceSignIn, .contactVerification, .contactAdded, .contactRemoved, .credentialsChanged,
                .calendarOpened, .test,
            ])
    }
}
