/// Refusals of one client that were counted together.
package struct DenialCount: Equatable, Sendable {
    private(set) var source: Denial.Source
    private(set) var times = 0
    /// The actor of the last counted refusal.
    private var actor: AuditActor
    private var route: String
    private(set) var requestID: String
    private(set) var patients: Set<ProfileID> = []

    /// An empty count.
    init(like denial: Denial, from source: Denial.Source) {
        self.source = source
        (actor, route, requestID) = (denial.actor, denial.route, denial.requestID)
    }

    /// Counts one refusal.
    /// - Returns: whether it adds a patient.
    mutating func add(_ denial: Denial) -> Bool {
        times += 1
        (actor, route, requestID) = (denial.actor, denial.route, denial.requestID)
        guard let patient = denial.patient, patients.count < DenialLedger.maxKept else { return false }
        return patients.insert(patient).inserted
    }

    /// Adds an earlier count.
    mutating func add(_ earlier: DenialCount) {
        if times == 0 { (actor, route, requestID) = (earlier.actor, earlier.route, earlier.requestID) }
        times += earlier.times
        for patient in earlier.patients where patients.count < DenialLedger.maxKept { patients.insert(patient) }
    }

    /// The count under "no address", where clients are counted that have no line of their own.
    func asUnknownSource() -> DenialCount {
        var count = self
        count.source = .unknown(address: nil)
        count.patients = []
        return count
    }

    /// One entry, or several if there are more patients than one entry names.
    func entries(at now: Timestamp) -> [AuditEntry] {
        guard times > 0 else { return [] }
        let all = Array(patients)
        let (actor, breakGlass) =
            switch source {
            case .unknown(let address): (AuditActor(key: nil, address: address), false)
            case .known(let requester): (actor, requester.breakGlass)
            }
        var left = times
        return stride(from: 0, to: max(all.count, 1), by: DenialLedger.maxPatients).map { start in
            let some = all[start..<min(start + DenialLedger.maxPatients, all.count)]
            let isLast = start + DenialLedger.maxPatients >= all.count
            let share = isLast ? left : min(some.count, left)
            left -= share
            return AuditEntry(
                at: now, actor: actor, action: .requestDenied, outcome: .denied, object: route, profileID: nil,
                patients: Set(some), requestID: requestID, times: share, breakGlass: breakGlass)
        }
    }
}
