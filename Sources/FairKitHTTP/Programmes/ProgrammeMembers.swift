import FairKitAPI
import FairKitCore
import FoundationEssentials

extension Faults {
    mutating func day(_ text: String, _ pointer: String) -> CalendarDate {
        guard let day = CalendarDate(text) else {
            record(pointer, "a day as YYYY-MM-DD")
            return CalendarDate(daysSince1970: 0)
        }
        return day
    }

    /// - Returns: nil if an amount is invalid, which is recorded.
    mutating func economics(_ body: EconomicsBody) -> Programme.Economics? {
        let amounts = [
            ("costPerQuarter", body.costPerQuarter), ("costPerTest", body.costPerTest),
            ("savedPerTest", body.savedPerTest),
        ].map { name, decimal in
            let amount = Programme.Economics.amount("\(decimal)")
            if amount == nil { record("/economics/\(name)", "0 or more, below a billion, with at most three decimals") }
            return amount
        }
        guard let perQuarter = amounts[0], let perTest = amounts[1], let saved = amounts[2] else { return nil }
        return Programme.Economics(
            currency: body.currency, costPerQuarter: perQuarter, costPerTest: perTest, savedPerTest: saved,
            source: body.source)
    }
}
