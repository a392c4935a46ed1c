/// Refusals of one source that were counted together.
package struct DenialCount: Hashable, Sendable {
    private(set) var source: Denial.Source
    private(set) var times = 0
    /// Of the last one that was counted as it came.
    private var actor: AuditActor
    private var route: String
    private(set) var requestID: String
    private(set) var patients: Set<ProfileID> = []

    /// Counts nothing yet.
    init(like denial: Denial, from source: Denial.Source) {
        self.source = source
        (actor, route, requestID) = (denial.actor, denial.route, denial.requestID)
    }

    /// Counts one refusal.
    /// - Returns: whether there is one patient more.
    mutating func add(_ denial: Denial) -> Bool {
        times += 1
        (actor, route, requestID) = (denial.actor, denial.route, denial.requestID)
        guard let patient = denial.patient, patients.count < DenialLedger.mostKept else { return false }
        return patients.insert(patient).inserted
    }

    /// Adds what was counted before.
    mutating func add(_ earlier: DenialCount) {
        if times == 0 { (actor, route, requestID) = (earlier.actor, earlier.route, earlier.requestID) }
        times += earlier.times
        for patient in earlier.patients where patients.count < DenialLedger.mostKept { patients.insert(patient) }
    }

    /// The same of strangers without an address, with whom those are counted for whom there is no room.
    func asStrangers() -> DenialCount {
        var count = self
        count.source = .stranger(address: nil)
        count.patients = []
        return count
    }

    /// One entry, or where there are more patients than one entry is about, one for so many of them.
    func entries(at now: Timestamp) -> [AuditEntry] {
        guard times > 0 else { return [] }
        let all = Array(patients)
        let (actor, breakGlass) =
            switch source {
            case .stranger(let address): (AuditActor(key: nil, address: address), false)
            case .known(let requester): (actor, requester.breakGlass)
            }
        var left = times
        return stride(from: 0, to: max(all.count, 1), by: DenialLedger.mostPatients).map { start in
            let some = all[start..<min(start + DenialLedger.mostPatients, all.count)]
            let isLast = start + DenialLedger.mostPatients >= all.count
            let share = isLast ? left : min(some.count, left)
            left -= share
            return AuditEntry(
                at: now, actor: actor, action: .requestDenied, outcome: .denied, object: route, profileID: nil,
                patients: Set(some), requestID: requestID, times: share, breakGlass: breakGlass)
        }
    }
}
