package import FairKitCore
package import FairKitStore
import Synchronization

/// Records who was refused what.
///
/// Of somebody who is known every refusal is one entry, up to sixty within a minute, and what follows another. Of those without a valid key
/// there may be thousands a second, so each address has one entry at once, and one more for all that followed within the minute; more
/// addresses than there is room for share one. So has who is known and asks for records that are hidden from them or not there, with the
/// patients whose they are. What was counted and can't be written is counted on.
package final class RecordDenials: Sendable {
    private struct Counts {
        var since: Timestamp?
        /// What came after the first, by address.
        var more: [String?: Count] = [:]
        /// The same of those who are known.
        var known: [Kind: [Known: Refused]] = [:]

        /// Counts on what could not be written. Those for whom there is no room share the entry of others who have none.
        mutating func add(_ counted: ArraySlice<Counted>, at now: Timestamp) {
            since = since ?? now
            for one in counted {
                switch one {
                case .stranger(let address, let count): add(count, from: address)
                case .known(let kind, let id, let earlier):
                    if var refused = known[kind]?[id] {
                        refused.add(earlier)
                        known[kind]?[id] = refused
                    } else if known[kind]?.count ?? 0 < RecordDenials.mostKnown {
                        known[kind, default: [:]][id] = earlier
                    } else {
                        let requestID = earlier.caller?.requestID ?? ""
                        add(Count(times: earlier.times, route: earlier.route, requestID: requestID), from: nil)
                    }
                }
            }
        }

        private mutating func add(_ earlier: Count, from address: String?) {
            let key = more.keys.contains(address) || more.count < RecordDenials.most ? address : nil
            var count = more[key] ?? Count()
            if count.times == 0 { (count.route, count.requestID) = (earlier.route, earlier.requestID) }
            count.times += earlier.times
            more[key] = count
        }
    }

    /// Somebody who is known. What they are refused of a record that is open to them in an emergency has entries of its own, with its mark.
    private struct Known: Hashable {
        let id: ActorID
        let breakGlass: Bool
    }

    private enum Kind: Hashable {
        /// They may not do it.
        case forbidden
        /// It was hidden from them, or is not there.
        case missed
    }

    private struct Count {
        var times = 0
        var route = ""
        var requestID = ""
    }

    /// Refusals that one entry stands for.
    private struct Refused {
        /// Those before that have an entry each.
        var single = 0
        var times = 0
        var route = ""
        /// As who asked for it last.
        var caller: Caller?
        var patients: Set<ProfileID> = []
        var breakGlass = false

        /// One, or where more patients have come together than one is about, one for so many of them.
        func entries(at now: Timestamp) -> [AuditEntry] {
            guard times > 0, let caller else { return [] }
            let all = Array(patients)
            var left = times
            return stride(from: 0, to: max(all.count, 1), by: RecordDenials.mostPatients).map { start in
                let some = all[start..<min(start + RecordDenials.mostPatients, all.count)]
                let isLast = start + RecordDenials.mostPatients >= all.count
                let share = isLast ? left : min(some.count, left)
                left -= share
                return caller.entry(
                    .requestDenied, route, about: nil, showing: Set(some), outcome: .denied, times: share,
                    breakGlass: breakGlass, at: now)
            }
        }

        /// Adds what was counted before.
        mutating func add(_ earlier: Refused) {
            if times == 0 { (route, caller) = (earlier.route, earlier.caller) }
            times += earlier.times
            for patient in earlier.patients where patients.count < RecordDenials.mostKept { patients.insert(patient) }
        }
    }

    /// What one who was refused has had counted.
    private enum Counted {
        case stranger(String?, Count)
        case known(Kind, Known, Refused)
    }

    private let store: Store
    private let now: Now
    private let counts = Mutex(Counts())

    /// How many addresses are told apart in one minute.
    package static let most = 256
    /// How many of those who are known; whoever comes after them has an entry each time.
    package static let mostKnown = 10_000
    /// How many refusals of somebody who is known have an entry each within a minute.
    package static let mostSingle = 60
    /// How many patients one entry is about.
    package static let mostPatients = 100
    /// How many of them are kept of one who is refused while nothing can be written.
    package static let mostKept = 1000
    private static let period = Duration.seconds(60)

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    /// - Parameters:
    ///   - route: its pattern.
    ///   - record: what it was about, if the path names it.
    package func callAsFunction(
        _ route: String, _ record: RecordID?, by caller: Caller
    ) async throws(DatabaseError) {
        var (owner, isOpened): (ProfileID?, Bool) = (nil, false)
        if let record {
            let now = now()
            (owner, isOpened) = try await store.read { (tx) throws(DatabaseError) in
                guard let owner = try tx.whose(record)?.profile else { return (nil, false) }
                let opened = try tx.opened(among: [owner], to: caller.subject, for: .readProfile, at: now)
                return (owner, !opened.isEmpty)
            }
        }
        try await count(
            .forbidden, single: RecordDenials.mostSingle, route, about: owner, breakGlass: isOpened, by: caller)
    }

    /// Of somebody who is known, and may do such things, but did not find the record. What the policy hides is recorded, with whose it is.
    ///
    /// What is not there is recorded as well, about nobody: nearly the same is done for both, so that no time tells which it was. For that
    /// reason, too, it is counted by who asks alone, and not by what they ask for.
    /// - Parameter action: what they wanted to do with it.
    package func notFound(
        _ route: String, _ record: RecordID, for action: Action, by caller: Caller
    ) async throws(DatabaseError) {
        let now = now()
        let (owner, decision) = try await store.read { (tx) throws(DatabaseError) in
            let found = try tx.whose(record)
            // Of what is not there the policy is asked as if it were somebody's who has nothing to do with the caller.
            let decision = try tx.decision(
                for: caller.subject, action, about: found.map(\.profile) ?? .new(at: now), from: found?.laboratory,
                isOpenAndCritical: found?.isOpenAndCritical ?? false, at: now)
            return (found?.profile, decision)
        }
        // Whoever would be shown it, or told that they may not, was hidden nothing.
        guard decision == .hidden else { return }
        try await count(.missed, single: 1, route, about: owner, by: caller)
    }

    /// - Parameter single: so many within the minute have an entry each.
    private func count(
        _ kind: Kind, single: Int, _ route: String,
        about profile: ProfileID?, breakGlass: Bool = false, by caller: Caller
    ) async throws(DatabaseError) {
        let now = now()
        let id = Known(id: caller.subject.id, breakGlass: breakGlass)
        let (entry, full) = counts.withLock { counts -> (AuditEntry?, Refused?) in
            counts.since = counts.since ?? now
            var refused = counts.known[kind, default: [:]][id] ?? Refused(breakGlass: breakGlass)
            if refused.single < single {
                refused.single += 1
                if refused.single > 1 || counts.known[kind, default: [:]].count < RecordDenials.mostKnown {
                    counts.known[kind, default: [:]][id] = refused
                }
                let entry = caller.entry(
                    .requestDenied, route, about: profile, outcome: .denied, breakGlass: breakGlass, at: now)
                return (entry, nil)
            }
            refused.times += 1
            (refused.route, refused.caller) = (route, caller)
            let hasRoom = refused.patients.count < RecordDenials.mostKept
            let isNew = hasRoom && profile.map { refused.patients.insert($0).inserted } ?? false
            // Those that could not be written wait for the minute to be over.
            let full = isNew && refused.patients.count == RecordDenials.mostPatients ? refused : nil
            counts.known[kind, default: [:]][id] =
                full == nil ? refused : Refused(single: single, breakGlass: breakGlass)
            return (nil, full)
        }
        if let entry {
            do throws(DatabaseError) { try await write([entry]) } catch {
                let patients = Set([profile].compactMap(\.self))
                let refused = Refused(
                    times: 1, route: route, caller: caller, patients: patients, breakGlass: breakGlass)
                counts.withLock { $0.add([.known(kind, id, refused)], at: now) }
                throw error
            }
        }
        if let full { try await write([.known(kind, id, full)], at: now) }
    }

    /// Of somebody without a valid key.
    package func unknown(_ route: String, from address: String?, requestID: String) async throws(DatabaseError) {
        let now = now()
        let isFirst = counts.withLock { counts in
            let since = counts.since ?? now
            counts.since = since
            let isKnown = counts.more.keys.contains(address)
            // All others are counted together with those who have no address.
            let key = isKnown || counts.more.count < RecordDenials.most ? address : nil
            guard var count = counts.more[key] else {
                counts.more[key] = Count()
                return true
            }
            count = Count(times: count.times + 1, route: route, requestID: requestID)
            counts.more[key] = count
            return false
        }
        guard isFirst else { return }
        try await write([.stranger(address, Count(times: 1, route: route, requestID: requestID))], at: now)
    }

    /// Writes what was counted, once a minute is over, and begins anew.
    /// - Parameter atOnce: also before.
    package func writeCounted(atOnce: Bool = false) async throws(DatabaseError) {
        let now = now()
        let counted = counts.withLock { counts in
            guard let since = counts.since, atOnce || since.advanced(by: RecordDenials.period) <= now else {
                return Counts()
            }
            defer { counts = Counts() }
            return counts
        }
        let strangers = counted.more.filter { $0.value.times > 0 }.sorted { $0.key ?? "" < $1.key ?? "" }
        var all = strangers.map { Counted.stranger($0.key, $0.value) }
        for (kind, known) in counted.known {
            let refused = known.filter { $0.value.times > 0 }
            let inOrder = refused.sorted { $0.value.caller?.requestID ?? "" < $1.value.caller?.requestID ?? "" }
            all += inOrder.map { Counted.known(kind, $0.key, $0.value) }
        }
        try await write(all, at: now)
    }

    /// Writes what was counted, some in each transaction. What can't be written is counted on, until another minute is over.
    private func write(_ counted: [Counted], at now: Timestamp) async throws(DatabaseError) {
        for start in stride(from: 0, to: counted.count, by: 100) {
            let some = counted[start..<min(start + 100, counted.count)].flatMap { entries(of: $0, at: now) }
            do throws(DatabaseError) { try await write(some) } catch {
                counts.withLock { $0.add(counted[start...], at: now) }
                throw error
            }
        }
    }

    private func entries(of counted: Counted, at now: Timestamp) -> [AuditEntry] {
        switch counted {
        case .stranger(let address, let count): [entry(count, address, now)]
        case .known(_, _, let refused): refused.entries(at: now)
        }
    }

    private func entry(_ count: Count, _ address: String?, _ now: Timestamp) -> AuditEntry {
        AuditEntry(
            at: now, actor: AuditActor(key: nil, address: address), action: .requestDenied, outcome: .denied,
            object: count.route, profileID: nil, requestID: count.requestID, times: count.times)
    }

    private func write(_ entries: [AuditEntry]) async throws(DatabaseError) {
        try await store.write { (tx) throws(DatabaseError) in
            for entry in entries { try tx.record(entry) }
        }
    }
}
