import Coordination
package import FairKitCore
package import FairKitStore
package import KeyRing
import Synchronization

/// The calendar feeds of a tenant, for clients that have nothing but the secret in the address.
package struct Calendars: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var calendars: Calendars { Calendars(tenant: self) }
}

/// Why a calendar feed was not shown.
package enum CalendarFailure: Error {
    /// The secret is unknown or was replaced, or the account is not active.
    case unknown
    /// The link is read too often.
    case tooOften
    case key(KeyError)
    case store(DatabaseError)
}

/// A calendar as it was read from the store. Those on call are worked out afterwards: with hundreds of shifts that
/// takes seconds, which neither the writer nor a reader can spare.
private enum FoundCalendar {
    case ready(CalendarFile)
    case onCall(Account, [(team: Team, roster: Roster)], from: DisplayName)
    case team(Team, [TeamMember], Roster, Language)

    /// Equal calendars of a day have equal files.
    func version(at now: Timestamp) -> Int {
        var hasher = Hasher()
        hasher.combine(now.startOfDay)
        switch self {
        case .ready: break
        case .onCall(let account, let teams, let sender):
            hasher.combine(account.details.language)
            hasher.combine(sender.text)
            for (team, roster) in teams {
                hasher.combine(team)
                roster.hash(into: &hasher)
            }
        case .team(let team, let members, let roster, let language):
            hasher.combine(team)
            hasher.combine(members)
            hasher.combine(language)
            roster.hash(into: &hasher)
        }
        return hasher.finalize()
    }

    func file(at now: Timestamp) -> CalendarFile {
        let time = now.feedTime
        switch self {
        case .ready(let file): return file
        case .onCall(let account, let teams, let sender):
            return CalendarFile(
                onCall: account.id,
                teams.map { ($0.team, $0.roster.periods(from: time.lowerBound, until: time.upperBound)) },
                in: account.details.language, from: sender, at: now)
        case .team(let team, let members, let roster, let language):
            return CalendarFile(
                of: team, members: members, roster.periods(from: time.lowerBound, until: time.upperBound),
                in: language, at: now)
        }
    }
}

/// Calendars are worked out one at a time: a member with many shifts delays other calendars, and nothing else.
private let workingOut = FIFOLock()

/// The calendars that were worked out today, by their links' digests.
package final class WorkedOutCalendars: Sendable {
    private let files = Mutex<[[UInt8]: (version: Int, file: CalendarFile)]>([:])
    /// Of at most 10,000 events each.
    private static let most = 16

    package init() {}

    package func file(_ digest: [UInt8], _ version: Int) -> CalendarFile? {
        files.withLock { files in files[digest].flatMap { $0.version == version ? $0.file : nil } }
    }

    package func keep(_ file: CalendarFile, _ digest: [UInt8], _ version: Int) {
        files.withLock { files in
            if files.count >= WorkedOutCalendars.most, files[digest] == nil { files = [:] }
            files[digest] = (version, file)
        }
    }
}

extension Calendars {
    /// The calendar whose feed has this secret. A patient's has the days by which samples have to be sent, and of the
    /// next test, and no results. Those of a member of teams and of a team have the times on call.
    ///
    /// - Parameter isAdmitted: asked once the secret is known to be right: whether the link may be read once more.
    package func show(
        _ secret: CalendarSecret, from origin: Origin, isAdmitted: () -> Bool = { true }
    ) async throws(CalendarFailure) -> CalendarFile {
        let (now, name) = (tenant.now(), tenant.name)
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let (account, found): (Account?, FoundCalendar?)
        do {
            (account, found) = try await tenant.store.read {
                [zones = tenant.zones] (tx) throws(DatabaseError) -> (Account?, FoundCalendar?) in
                guard let id = try tx.account(ofCalendar: digest) else {
                    // It has no health data, so that reading it is not recorded.
                    return (nil, try Calendars.teamCalendar(digest, zones: zones, at: now, in: tx))
                }
                guard let account = try tx.account(id), account.state == .active else { return (nil, nil) }
                let sender = try tx.settings().displayName ?? DisplayName(of: name)
                guard let person = account.role.profile else {
                    return (
                        account, try Calendars.onCallCalendar(of: account, from: sender, zones: zones, at: now, in: tx)
                    )
                }
                return (
                    account,
                    .ready(try Calendars.calendar(of: person, in: account.details.language, from: sender, in: tx))
                )
            }
        } catch { throw .store(error) }
        // Guessed addresses do not reach the writer.
        guard let found else { throw .unknown }
        guard isAdmitted() else { throw .tooOften }
        if let account {
            let entry = origin.entry(.calendarRead, account.id, by: (account, nil), at: now)
            do { try await tenant.store.write { (tx) throws(DatabaseError) in try tx.record(entry) } } catch {
                throw .store(error)
            }
        }
        if case .ready(let file) = found { return file }
        let version = found.version(at: now)
        await workingOut.acquire()
        defer { workingOut.release() }
        if let file = tenant.calendarFiles.file(digest, version) { return file }
        let file = await onBlockingThread { found.file(at: now) }
        tenant.calendarFiles.keep(file, digest, version)
        return file
    }

    /// When an account is on call, in all its teams.
    fileprivate static func onCallCalendar<Access>(
        of account: Account, from sender: DisplayName, zones: TimeZones, at now: Timestamp,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> FoundCalendar {
        var rosters: [(team: Team, roster: Roster)] = []
        for team in try tx.teams(of: account.id) {
            let members = try tx.members(of: team.id)
            rosters.append(
                (team, try Teams.roster(of: team, members, after: now.feedTime.lowerBound, zones: zones, in: tx)))
        }
        return .onCall(account, rosters, from: sender)
    }

    /// - Returns: nil if no team's feed has a secret with this digest.
    fileprivate static func teamCalendar<Access>(
        _ digest: [UInt8], zones: TimeZones, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> FoundCalendar? {
        guard let (team, opener) = try tx.team(ofCalendar: digest) else { return nil }
        let members = try tx.members(of: team.id)
        let account = try tx.account(AccountID(uuid: opener.uuid))
        // It ends with who opened it: an account, or a key.
        if let account, account.state != .active { return nil }
        if let key = try tx.key(KeyID(uuid: opener.uuid)), let end = key.endsAt, end <= now { return nil }
        let roster = try Teams.roster(of: team, members, after: now.feedTime.lowerBound, zones: zones, in: tx)
        return .team(team, members, roster, account?.details.language ?? .english)
    }

    fileprivate static func calendar<Access>(
        of person: ProfileID, in language: Language, from sender: DisplayName, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> CalendarFile {
        var events: [CalendarFile.Event] = []
        for kit in try tx.kitsToSend(of: person) {
            guard let day = kit.sendBy, let since = kit.registeredAt else { continue }
            events.append(
                CalendarFile.Event(
                    uid: "\(kit.id)@fairkit", day: day,
                    title: DueEvent.sendSample.title(in: language, from: sender), changedAt: since))
        }
        if let test = try tx.nextTest(of: person) {
            events.append(
                CalendarFile.Event(
                    uid: "next-test-\(person)@fairkit", day: test.dueOn(after: try tx.lastTest(of: person)),
                    title: DueEvent.nextTest.title(in: language, from: sender), changedAt: test.setAt))
        }
        return CalendarFile(name: sender.text, events: events)
    }
}
