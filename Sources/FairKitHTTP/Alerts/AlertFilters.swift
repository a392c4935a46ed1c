import FairKitCore
import FairKitFrame

extension Query {
    /// The filters and the order of a list of alerts.
    static let ofAlerts: Set<Substring> = ["patientId", "band", "state", "sort"]

    mutating func alerts() -> AlertFilter {
        var filter = AlertFilter()
        filter.profileID = id("patientId")
        filter.band = value("band", "0, 1, 2 or 3") { Int($0).flatMap { Band(rawValue: $0) } }
        filter.state = state()
        let waits = filter.state?.waitsForClinician == true
        let order: AlertOrder? = word("sort")
        require(waits || order != .urgent, "sort", "newest; only open and acknowledged alerts are sorted by urgency")
        filter.order = order ?? (waits ? .urgent : .newest)
        return filter
    }

    /// nil: any state.
    private mutating func state() -> AlertState? {
        let words = AlertState.allCases.map(\.rawValue).joined(separator: ", ")
        let state: AlertState?? = value("state", "one of \(words), any") { text -> AlertState?? in
            text == "any" ? .some(nil) : AlertState(rawValue: text).map { .some($0) }
        }
        return state ?? .open
    }
}
