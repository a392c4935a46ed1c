import FairKitCore

/// A birth date as it is typed into three fields. It never passes through a time zone.
struct TypedBirthDate: Sendable {
    private let day: String
    private let month: String
    private let year: String

    init(_ form: Form) { (day, month, year) = (form["day"].trimmed, form["month"].trimmed, form["year"].trimmed) }

    init(_ date: CalendarDate) {
        let parts = "\(date)".split(separator: "-").map { String($0.drop { $0 == "0" }) }
        (year, month, day) = (parts[0], parts[1], parts[2])
    }

    /// Nothing is typed yet.
    init() { (day, month, year) = ("", "", "") }

    var isEmpty: Bool { day.isEmpty && month.isEmpty && year.isEmpty }

    /// nil: there is no such day.
    var date: CalendarDate? {
        let filled = zip([year, month, day], [4, 2, 2]).map { text, count in
            String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return CalendarDate(filled.joined(separator: "-"))
    }

    /// - Parameter isOwn: whether it is the reader's, and has to be typed. A browser fills in no other person's.
    func html(for reader: Reader, _ wrong: [Wrong], isOwn: Bool = false) -> HTML {
        func part(_ name: String, _ label: PageText, _ kind: HTML, _ value: String) -> HTML {
            reader.field(
                name, label, wrong,
                with: """
                    class="\(kind)" value="\(value)" inputmode="numeric" maxlength="4" \
                    autocomplete="\(isOwn ? "bday-\(name)" : "off")"\(isOwn ? " required" as HTML : nil)
                    """)
        }
        return """
            <fieldset class="field"><legend>\(reader[.birthDate])</legend><p class="hint">\(reader[.birthDateHint])</p>
              <div class="parts">\(part("day", .day, "short", day))\(part("month", .month, "short", month))\
            \(part("year", .year, "year", year))</div></fieldset>
            """
    }
}
