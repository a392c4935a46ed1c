import FairKitAPI
import FairKitCore

extension LevelBody {
    /// - Parameter pointer: where it stands in the body.
    func level(at pointer: String) throws(Invalid) -> Level {
        let value = try Thousandths(value, at: "\(pointer)/value")
        guard let unit = AATUnit(rawValue: unit) else { throw Invalid("\(pointer)/unit", "mg/dL, g/L or umol/L") }
        let known = comparator.map(Comparator.init(rawValue:))
        guard known != .some(nil) else { throw Invalid("\(pointer)/comparator", "<, <=, >= or >, or none") }
        return Level(value: value, unit: unit, comparator: known ?? nil)
    }
}

extension RangeBody {
    func range(at pointer: String) throws(Invalid) -> ReportedRange {
        ReportedRange(
            low: try Thousandths(low, at: "\(pointer)/low"), high: try Thousandths(high, at: "\(pointer)/high"))
    }
}

extension Thousandths {
    fileprivate init(_ number: ExactNumber, at pointer: String) throws(Invalid) {
        guard case .thousandths(let value) = number else {
            throw Invalid(pointer, "0 or more, below a million, with at most three decimals")
        }
        self = value
    }
}

extension CalendarDate {
    /// A date of a body or a query.
    init(_ text: String, at pointer: String) throws(Invalid) {
        guard let date = CalendarDate(text) else { throw Invalid(pointer, "a date as YYYY-MM-DD") }
        self = date
    }
}

extension Timestamp {
    /// A time of a body.
    init(_ text: String, at pointer: String) throws(Invalid) {
        guard let time = Timestamp(text) else { throw Invalid(pointer, "a time in UTC as 2026-11-21T08:00:00Z") }
        self = time
    }
}

extension Genotype {
    /// A genotype of a body.
    init(_ text: String, at pointer: String) throws(Invalid) {
        guard let genotype = Genotype(text) else { throw Invalid(pointer, "such as MM, MZ, ZZ, Z/Null, or unknown") }
        self = genotype
    }
}
