/// Decides which refusals have an audit entry each, and which are counted.
///
/// Of a known actor every refusal is one entry, up to sixty within a minute, and what follows is another. Of clients without a valid key
/// there may be thousands a second, so each address has one entry at once, and one more for all that followed within the minute; more
/// addresses than there is room for share one. A known actor who asks for records that are hidden from them, or not there, has one entry at
/// once, too, and one more with the patients whose records they are. What can't be written is given back, and counted on.
package struct DenialLedger: Sendable {
    /// What is to be written together.
    package enum Record: Hashable, Sendable {
        case single(Denial)
        case counted(DenialCount)

        /// As the audit has it.
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

    /// What is known of an actor within the minute.
    private struct Line {
        /// How many refusals have an entry each.
        var singles = 0
        var count: DenialCount?
    }

    private var since: Timestamp?
    private var strangers: [String?: DenialCount] = [:]
    private var known: [Denial.Reason: [Denial.Requester: Line]] = [:]

    /// How many addresses are told apart in one minute.
    package static let mostAddresses = 256
    /// How many known actors, of each reason; those who come after them have an entry each time.
    package static let mostKnown = 10_000
    /// How many refusals of a known actor have an entry each within a minute.
    package static let mostSingle = 60
    /// How many patients one entry is about.
    package static let mostPatients = 100
    /// How many of them are kept of one actor while nothing can be written.
    package static let mostKept = 1000
    /// How long is counted.
    package static let period = Duration.seconds(60)

    package init() {}

    /// Enters a refusal.
    /// - Returns: what is to be written at once.
    package mutating func enter(_ denial: Denial, at now: Timestamp) -> Record? {
        since = since ?? now
        switch denial.source {
        case .stranger(let address): return enter(denial, from: address)
        case .known(let requester): return enter(denial, of: requester)
        }
    }

    /// Takes what was counted, once a minute is over, and begins a new one.
    /// - Parameter atOnce: also before.
    package mutating func take(at now: Timestamp, atOnce: Bool = false) -> [Record] {
        guard let since, atOnce || since.advanced(by: DenialLedger.period) <= now else { return [] }
        let ledger = self
        self = DenialLedger()
        let strangers = ledger.strangers.sorted { $0.key ?? "" < $1.key ?? "" }.map(\.value)
        let known = ledger.known.values.flatMap { lines in
            lines.values.compactMap(\.count).sorted { $0.requestID < $1.requestID }
        }
        return (strangers + known).filter { $0.times > 0 }.map { .counted($0) }
    }

    /// Counts on what could not be written. Those for whom there is no room are counted with the strangers without an address.
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
        guard strangers[key] != nil else {
            strangers[key] = DenialCount(like: denial, from: .stranger(address: key))
            return .single(denial)
        }
        _ = strangers[key]?.add(denial)
        return nil
    }

    private mutating func enter(_ denial: Denial, of requester: Denial.Requester) -> Record? {
        let reason = requester.reason
        var line = known[reason]?[requester] ?? Line()
        if line.singles < reason.mostSingle {
            line.singles += 1
            if line.singles > 1 || hasRoom(for: reason) { known[reason, default: [:]][requester] = line }
            return .single(denial)
        }
        var count = line.count ?? DenialCount(like: denial, from: denial.source)
        let isNew = count.add(denial)
        // What could not be written waits for the minute to be over.
        let isFull = isNew && count.patients.count == DenialLedger.mostPatients
        line.count = isFull ? nil : count
        known[reason, default: [:]][requester] = line
        return isFull ? .counted(count) : nil
    }

    /// - Parameter wereSingles: false: their actor had all its single entries before, and gets no more of them for that.
    private mutating func keep(_ earlier: DenialCount, wereSingles: Bool) {
        switch earlier.source {
        case .stranger(let address):
            let key = place(for: address)
            if strangers[key] == nil {
                strangers[key] = key == address ? earlier : earlier.asStrangers()
            } else {
                strangers[key]?.add(earlier)
            }
        case .known(let requester):
            if let line = known[requester.reason]?[requester] {
                var count = line.count ?? earlier
                if line.count != nil { count.add(earlier) }
                known[requester.reason]?[requester]?.count = count
            } else if hasRoom(for: requester.reason) {
                known[requester.reason, default: [:]][requester] = Line(
                    singles: wereSingles ? 0 : requester.reason.mostSingle, count: earlier)
            } else {
                keep(earlier.asStrangers(), wereSingles: wereSingles)
            }
        }
    }

    private func hasRoom(for reason: Denial.Reason) -> Bool { known[reason]?.count ?? 0 < DenialLedger.mostKnown }

    /// With whom an address is counted: with nil where there is no room for it.
    private func place(for address: String?) -> String? {
        strangers.keys.contains(address) || strangers.count < DenialLedger.mostAddresses ? address : nil
    }
}
