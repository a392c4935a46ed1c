/// Decides which refusals get an audit entry each, and which are counted.
///
/// Each refusal of an authenticated caller is one entry, up to sixty a minute; one more entry counts the rest. Clients
/// without a valid key may send thousands of requests a second. So each address gets one entry at once and one more for
/// the rest of the minute, and addresses beyond the limit share one. A caller who asks for hidden or missing records
/// also gets one entry at once, and one more with the patients concerned. What can't be written is handed back and
/// counted on.
package struct DenialLedger: Sendable {
    /// Entries to write together.
    package enum Record: Equatable, Sendable {
        case single(Denial)
        case counted(DenialCount)

        /// The entries, as the audit log stores them.
        package func entries(at now: Timestamp) -> [AuditEntry] {
            switch self {
            case .counted(let count): return count.entries(at: now)
            case .single(let denial):
                let breakGlass = if case .known(let requester) = denial.source { requester.breakGlass } else { false }
                return [
                    AuditEntry(
                        at: now, actor: denial.actor, action: .requestDenied, outcome: .denied, object: denial.route,
                        profileID: denial.patient, requestID: denial.requestID, breakGlass: breakGlass)
                ]
            }
        }
    }

    /// The count for one caller within the minute.
    private struct Line {
        /// How many refusals got an entry each.
        var singles = 0
        var count: DenialCount?
    }

    private var since: Timestamp?
    private var unknown: [String?: DenialCount] = [:]
    private var known: [Denial.Reason: [Denial.Requester: Line]] = [:]

    /// How many addresses are counted separately in one minute.
    package static let maxAddresses = 256
    /// How many authenticated callers are counted separately, for each reason. Further callers get an entry for each
    /// refusal.
    package static let maxKnown = 10_000
    /// How many refusals of an authenticated caller get an entry each within a minute.
    package static let maxSingle = 60
    /// How many patients one entry names.
    package static let maxPatients = 100
    /// How many patients are kept per caller while no entry can be written.
    package static let maxKept = 1000
    /// The counting period.
    package static let period = Duration.seconds(60)

    package init() {}

    /// Enters a refusal.
    /// - Returns: the entries to write at once.
    package mutating func enter(_ denial: Denial, at now: Timestamp) -> Record? {
        since = since ?? now
        switch denial.source {
        case .unknown(let address): return enter(denial, from: address)
        case .known(let requester): return enter(denial, of: requester)
        }
    }

    /// Takes the counts of a finished minute and begins a new one.
    /// - Parameter atOnce: takes them before the minute ends.
    package mutating func take(at now: Timestamp, atOnce: Bool = false) -> [Record] {
        guard let since, atOnce || since.advanced(by: DenialLedger.period) <= now else { return [] }
        let ledger = self
        self = DenialLedger()
        let unknown = ledger.unknown.sorted { $0.key ?? "" < $1.key ?? "" }.map(\.value)
        let known = ledger.known.values.flatMap { lines in
            lines.values.compactMap(\.count).sorted { $0.requestID < $1.requestID }
        }
        return (unknown + known).filter { $0.times > 0 }.map { .counted($0) }
    }

    /// Counts on what could not be written. Callers beyond the limit are counted together with clients without an
    /// address.
    package mutating func keep(_ records: some Sequence<Record>, at now: Timestamp) {
        since = since ?? now
        for record in records {
            switch record {
            case .counted(let count): keep(count, wereSingles: false)
            case .single(let denial):
                var count = DenialCount(like: denial, from: denial.source)
                _ = count.add(denial)
                keep(count, wereSingles: true)
            }
        }
    }

    private mutating func enter(_ denial: Denial, from address: String?) -> Record? {
        let key = place(for: address)
        guard unknown[key] != nil else {
            unknown[key] = DenialCount(like: denial, from: .unknown(address: key))
            return .single(denial)
        }
        _ = unknown[key]?.add(denial)
        return nil
    }

    private mutating func enter(_ denial: Denial, of requester: Denial.Requester) -> Record? {
        let reason = requester.reason
        var line = known[reason]?[requester] ?? Line()
        if line.singles < reason.maxSingle {
            line.singles += 1
            if line.singles > 1 || hasRoom(for: reason) { known[reason, default: [:]][requester] = line }
            return .single(denial)
        }
        var count = line.count ?? DenialCount(like: denial, from: denial.source)
        let isNew = count.add(denial)
        // A count that could not be written waits for the end of the minute.
        let isFull = isNew && count.patients.count == DenialLedger.maxPatients
        line.count = isFull ? nil : count
        known[reason, default: [:]][requester] = line
        return isFull ? .counted(count) : nil
    }

    /// - Parameter wereSingles: false: the caller had used up its single entries, and gets no new ones.
    private mutating func keep(_ earlier: DenialCount, wereSingles: Bool) {
        switch earlier.source {
        case .unknown(let address):
            let key = place(for: address)
            if unknown[key] == nil {
                unknown[key] = key == address ? earlier : earlier.asUnknownSource()
            } else {
                unknown[key]?.add(earlier)
            }
        case .known(let requester):
            if let line = known[requester.reason]?[requester] {
                var count = line.count ?? earlier
                if line.count != nil { count.add(earlier) }
                known[requester.reason]?[requester]?.count = count
            } else if hasRoom(for: requester.reason) {
                known[requester.reason, default: [:]][requester] = Line(
                    singles: wereSingles ? 0 : requester.reason.maxSingle, count: earlier)
            } else {
                keep(earlier.asUnknownSource(), wereSingles: wereSingles)
            }
        }
    }

    private func hasRoom(for reason: Denial.Reason) -> Bool { known[reason]?.count ?? 0 < DenialLedger.maxKnown }

    /// The address under which a client is counted; nil if there is no line left for it.
    private func place(for address: String?) -> String? {
        unknown.keys.contains(address) || unknown.count < DenialLedger.maxAddresses ? address : nil
    }
}
