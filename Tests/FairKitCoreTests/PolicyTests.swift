import FairKitCore
import Testing

@Suite struct `A role` {
    static let own = ProfileID.new(at: Timestamp(milliseconds: 1))
    static let other = ProfileID.new(at: Timestamp(milliseconds: 2))
    static let laboratory = LaboratoryID.new(at: Timestamp(milliseconds: 3))

    static let roles: [Role] = [
        .patient(own), .laboratory(laboratory), .clinician, .consumer, .administrator, .coordinator, .app,
    ]

    /// `who_may.py` checks every route with every role over the network.
    @Test(arguments: [Action.manageKeys, .operateStore, .manageTenants, .operateOutbox])
    func `other than the administrator's can't do what is for the server's machine only`(action: Action) {
        #expect(action.scope == nil)
        #expect(Self.roles.filter { $0.may(action) } == [.administrator])
    }

    @Test func `of an invited person lets them accept the invitation, unless only keys have it`() {
        #expect(Self.roles.filter { $0.may(.acceptInvitation) } == Self.roles.filter { $0 != .consumer && $0 != .app })
    }

    @Test func `exists for each name`() {
        #expect(Set(Self.roles.map(\.name)) == Set(RoleName.allCases))
    }

    @Test func `sees the owners of kits, except a laboratory`() {
        #expect(Self.roles.map(\.seesOwnersOfKits) == [true, false, true, true, true, true, true])
        #expect(Self.roles.map(\.seesWhoReported) == Self.roles.map { $0 == .administrator })
    }

    @Test func `reports only its own steps`() {
        let reports = Self.roles.map { role in KitStatus.allCases.filter { role.mayReport($0) } }
        #expect(
            reports == [[.mailed], [.received, .processing, .rejected], [.mailed], [], KitStatus.allCases, [], []])
    }
}

@Suite struct `A subject` {
    private static let now = Timestamp(milliseconds: 9)
    private static let account = AccountID.new(at: now)
    private static let people = People(of: account, at: now)

    private static func subjects(_ actor: Actor) -> [Subject] { `A role`.roles.map { Subject(actor, role: $0) } }
    private static let keys = subjects(.key(.new(at: now)))
    private static let accounts = subjects(.account(account, .new(at: now)))

    @Test func `may do what its role may, but a person claims nothing, and only a person breaks glass`() {
        for (key, account) in zip(Self.keys, Self.accounts) {
            for action in Action.allCases {
                let role = key.role.may(action) && action != .acceptInvitation
                let forPeople: [Action] = [.breakGlass, .acknowledgeAlert, .handOverShift]
                // A key reads contacts only if it names the scope.
                #expect(
                    key.may(action) == (role && !forPeople.contains(action) && action != .readContacts), "\(action)")
                #expect(
                    account.may(action) == (role && ![.consumeAlerts, .readContacts].contains(action)), "\(action)")
            }
        }
    }

    @Test func `that was invited may accept the invitation, and nothing else`() {
        for invited in Self.subjects(.invited(Self.account)) {
            let isOfPeople = RoleName.ofAccounts.contains(invited.role.name)
            #expect(Action.allCases.filter(invited.may) == (isOfPeople ? [.acceptInvitation] : []))
        }
    }

    @Test func `with a share's link sees that patient's results, and nothing else`() {
        let share = Share(
            id: .new(at: Self.now), profile: `A role`.own, recipient: .link, createdAt: Self.now,
            createdBy: .machine, expiresAt: Self.now)
        let guest = Subject(link: share)
        #expect(Action.allCases.filter(guest.may) == [.readResults])
        #expect(guest.resultScope(at: Self.now) == .patient(`A role`.own))
        for (whose, decision) in [(`A role`.own, Decision.allowed(.share)), (`A role`.other, .hidden)] {
            let record = Record(of: whose)
            #expect(Policy.decide(guest, .readResults, on: record, given: [], at: Self.now) == decision)
        }
    }

    @Test func `sees the results in its scope`() {
        let (own, laboratory) = (`A role`.own, `A role`.laboratory)
        let ofKeys: [ResultScope] = [.patient(own), .laboratory(laboratory), .consenting, .none, .none, .none, .none]
        #expect(Self.keys.map { $0.resultScope(at: Self.now) } == ofKeys)
        let ofAccounts: [ResultScope] = [
            .people(People(of: Self.account, own: own, at: Self.now)), .laboratory(laboratory), .people(Self.people),
            .none, .none, .none, .none,
        ]
        #expect(Self.accounts.map { $0.resultScope(at: Self.now) } == ofAccounts)
    }

    @Test func `sees the kits and the alerts in its scope`() {
        let own = `A role`.own
        let laboratory = KitScope.laboratory(`A role`.laboratory)
        let kits: [KitScope] = [.patient(own), laboratory, .all, .none, .all, .none, .none]
        #expect(Self.keys.map { $0.kitScope(at: Self.now) } == kits)
        let alerts: [AlertScope] = [.patient(own), .none, .all, .all, .none, .none, .none]
        #expect(Self.keys.map { $0.alertScope(at: Self.now) } == alerts)
        let kitsOfPeople: [KitScope] = [.patient(own), laboratory, .people(Self.people), .none, .all, .none, .none]
        #expect(Self.accounts.map { $0.kitScope(at: Self.now) } == kitsOfPeople)
        let alertsOfPeople: [AlertScope] = [.patient(own), .none, .people(Self.people), .all, .none, .none, .none]
        #expect(Self.accounts.map { $0.alertScope(at: Self.now) } == alertsOfPeople)
    }
}
