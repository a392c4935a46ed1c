package import FairKitCore
package import FoundationEssentials

/// How a table writes dates and numbers, as far as the sender says it. What could mean two things is refused.
package struct TableForm: Hashable, Sendable {
    /// The order of day, month and year in dates with slashes or hyphens.
    package enum DateOrder: String, CaseIterable, Sendable {
        case dayFirst = "dmy"
        case monthFirst = "mdy"
    }

    package enum DecimalMark: String, CaseIterable, Sendable {
        case comma
        case point
    }

    /// nil: not said.
    package var dates: DateOrder?
    package var decimals: DecimalMark?
    /// The members in whose column a number had a decimal comma: there a point may be no decimal point.
    private var withCommas: Set<String> = []

    package init(dates: DateOrder? = nil, decimals: DecimalMark? = nil) {
        self.dates = dates
        self.decimals = decimals
    }

    /// Why a text is no date or number.
    package struct Unclear: Error, Hashable {
        package let sentence: String
    }
}

// MARK: - Dates

extension TableForm {
    package static let noDate = Unclear(
        sentence: "a date such as 2026-11-20, 20.11.2026 or 20/11/2026, with a year of four digits")
    package static let twoDigits = Unclear(
        sentence: "its year has two digits: write it with four, as in 2026-11-20 or 20.11.2026")
    package static let monthAsWord = Unclear(
        sentence: "its month is a word: write it as a number, as in 2026-11-20 or 20.11.2026")
    package static let twelveHours = Unclear(
        sentence: "its time is by twelve hours (AM or PM): write it by 24 hours, or leave it out")
    package static let twoDates = Unclear(
        sentence: "day and month could be swapped: write 2026-11-20, or say the order of the file: dmy or mdy")
    /// 1970-01-01 as a spreadsheet counts days, from 1899-12-30.
    private static let serialOf1970 = 25_569
    /// The serial numbers that are taken for days: 1954 to 2119.
    private static let serials = 20_000..<80_000

    /// A day: as `YYYY-MM-DD`, `DD.MM.YYYY`, with slashes or hyphens in the order of the file, or a spreadsheet's number
    /// of days. A time of day behind it is dropped.
    package func date(_ text: String) throws(Unclear) -> CalendarDate {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let day = words.first else { throw TableForm.noDate }
        if let last = words.last, ["am", "pm", "a.m.", "p.m."].contains(last.lowercased()) {
            throw TableForm.twelveHours
        }
        guard words.count <= 2, words.dropFirst().allSatisfy(\.isTimeOfDay) else {
            throw words.count == 3 && words[1].hasLetters ? TableForm.monthAsWord : TableForm.noDate
        }
        if let date = CalendarDate(day) { return date }
        if let serial = Int(day.prefix { $0 != "." }), TableForm.serials.contains(serial),
            Decimal(plain: String(day)) != nil
        {
            return CalendarDate(daysSince1970: serial - TableForm.serialOf1970)
        }
        guard let mark = day.first(where: { "./-".contains($0) }) else { throw TableForm.noDate }
        let parts = day.split(separator: mark, omittingEmptySubsequences: false)
        if parts.count == 3, parts[1].hasLetters || parts[0].hasLetters { throw TableForm.monthAsWord }
        if parts.count == 3, parts.allSatisfy({ $0.isDigits && $0.count <= 2 }) { throw TableForm.twoDigits }
        let numbers = parts.compactMap { $0.isDigits ? Int($0) : nil }
        guard parts.count == 3, numbers.count == 3 else { throw TableForm.noDate }
        if parts[0].count == 4 { return try date(numbers[0], numbers[1], numbers[2]) }
        guard parts[2].count == 4, parts[0].count <= 2, parts[1].count <= 2 else { throw TableForm.noDate }
        let (first, second) = (numbers[0], numbers[1])
        let order =
            dates ?? (mark == "." || first > 12 || first == second ? .dayFirst : second > 12 ? .monthFirst : nil)
        switch order {
        case .dayFirst: return try date(numbers[2], second, first)
        case .monthFirst: return try date(numbers[2], first, second)
        case nil: throw TableForm.twoDates
        }
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) throws(Unclear) -> CalendarDate {
        func padded(_ number: Int, _ length: Int) -> String {
            String(repeating: "0", count: max(0, length - "\(number)".count)) + "\(number)"
        }
        guard let date = CalendarDate("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))") else {
            throw TableForm.noDate
        }
        return date
    }
}

// MARK: - Numbers

extension TableForm {
    private static let noNumber = Unclear(
        sentence: "a number such as 820 or 0.57, without a separator of thousands")
    package static let twoNumbers = Unclear(
        sentence: "its mark could be one of decimals or of thousands: say the decimal mark of the file: comma or point")

    /// Records in which columns a row of the table writes a decimal comma.
    mutating func read(_ row: [String: String]) {
        for (member, text) in row where TableForm.numbers.contains(member) {
            let halves = text.split(separator: ",", omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let behind = halves[1].prefix(while: \.isNumber).count
            if behind != 3 || halves[0].hasSuffix("0") && halves[0].filter(\.isNumber).count == 1 {
                withCommas.insert(member)
            }
        }
    }

    private static let numbers: Set<String> = ["value", "low", "high", "crp"]

    /// An exact number with a decimal comma or point. A mark with three digits behind it, which may separate thousands,
    /// is refused unless the sender says what it is, and so is a point in a column that has had a comma: a level must not
    /// become a thousand times another.
    /// - Parameter member: the one whose column it stands in.
    package func number(_ text: String, of member: String) throws(Unclear) -> Decimal {
        guard let mark = text.first(where: { $0 == "," || $0 == "." }) else {
            guard let number = Decimal(plain: text) else { throw TableForm.noNumber }
            return number
        }
        let isComma = mark == ","
        guard decimals == nil || (decimals == .comma) == isComma,
            let number = Decimal(
                plain: isComma ? text.map { $0 == "," ? "." : $0 == "." ? "," : "\($0)" }.joined() : text)
        else { throw TableForm.noNumber }
        let parts = text.split(separator: mark)
        let mayBeThousands = parts.count == 2 && parts[1].count == 3 && parts[0].first != "0"
        let isMixed = !isComma && withCommas.contains(member)
        guard decimals != nil || !(mayBeThousands || isMixed) else { throw TableForm.twoNumbers }
        return number
    }
}

extension Decimal {
    /// Digits with at most one point and a sign: no exponent, no grouping.
    package init?(plain text: String) {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.isDigits }), digits.count <= 20, let value = Decimal(string: text)
        else { return nil }
        self = value
    }
}

extension Substring {
    fileprivate var hasLetters: Bool { contains(where: \.isLetter) }

    fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    /// `08:30`, `08:30:00`, `08:30:00.000` or one with a `Z`.
    fileprivate var isTimeOfDay: Bool {
        let parts = (hasSuffix("Z") ? dropLast() : self).split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (46...57).contains($0) && $0 != 47 } }
    }
}
