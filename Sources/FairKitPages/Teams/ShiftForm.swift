import FairKitCore
import FairKitService

/// The form of a new shift, with what is typed and what of it is wrong.
struct ShiftForm {
    private var typed: [String: String] = [:]
    private(set) var wrong: [Wrong] = []

    private static let names = ["member", "start", "end", "from", "until", "weeks"] + Weekday.allCases.map(\.rawValue)

    init() {}

    init(_ form: Form) { typed = TeamsPage.typed(form, ShiftForm.names) }

    private var days: [Weekday] { Weekday.allCases.filter { typed[$0.rawValue] != nil } }

    func refused(_ field: String, _ text: PageText, _ reader: Reader) -> ShiftForm {
        var form = self
        form.wrong.append(Wrong(field: field, text: reader[text]))
        return form
    }

    /// Whether all is there that a shift needs.
    mutating func check(_ reader: Reader) -> Bool {
        func refuse(_ field: String, _ text: PageText) { wrong.append(Wrong(field: field, text: reader[text])) }
        if AccountID(typed["member"] ?? "") == nil { refuse("member", .chooseMember) }
        if days.isEmpty { refuse("days", .chooseWeekdays) }
        for field in ["start", "end"] where LocalTime(typed[field] ?? "") == nil { refuse(field, .ownTypeTime) }
        for field in ["from", "until"] where typed[field].map({ CalendarDate($0) == nil }) ?? false {
            refuse(field, .typeADate)
        }
        if let weeks = typed["weeks"], !(1...ShiftTimes.mostWeeks).contains(Int(weeks) ?? 0) {
            refuse("weeks", .typeWeeks)
        }
        return wrong.isEmpty
    }

    func shift(_ today: CalendarDate) -> Shift? {
        guard let member = AccountID(typed["member"] ?? ""), let start = LocalTime(typed["start"] ?? ""),
            let end = LocalTime(typed["end"] ?? "")
        else { return nil }
        return Shift(
            of: member,
            ShiftTimes(
                on: Set(days), from: start, to: end, validFrom: typed["from"].flatMap { CalendarDate($0) } ?? today,
                until: typed["until"].flatMap { CalendarDate($0) }, everyWeeks: Int(typed["weeks"] ?? "") ?? 1))
    }

    /// A shift in words, such as `Monday, Tuesday, 20:00–08:00, from 5 January 2026`.
    static func words(_ times: ShiftTimes, _ reader: Reader) -> String {
        let days = times.weekdays.sorted().map { reader[$0.text] }
        let until = times.until.map { " \(reader[.untilTime]) \(reader.language.text(of: $0))" } ?? ""
        let weeks = times.everyWeeks == 1 ? [] : [reader[.everyWeeks, ["count": .number(times.everyWeeks)]]]
        let long = times.days > 1 ? " (\(reader[.daysLong, ["count": .number(times.days)]]))" : ""
        let span = "\(times.start)–\(times.end)\(long)"
        let valid = "\(reader[.fromTime]) \(reader.language.text(of: times.from))\(until)"
        return (days + [span, valid] + weeks).joined(separator: ", ")
    }

    func html(_ view: OnCallView, _ version: Int, _ reader: Reader) -> HTML {
        let bad = wrong.first { $0.field == "days" }
        let ticks = Weekday.allCases.map { day in
            reader.tick(day.rawValue, reader[day.text], isOn: typed[day.rawValue] != nil)
        }
        let members = view.members.filter(\.canBeOnCall).map { ("\($0.account)", $0.nameInMails) }
        return """
            \(reader.card(to: "/teams/\(view.team.name)/shifts"))\(reader.version(version))
              <h2>\(reader[.newShift])</h2>
              <p class="hint">\(reader[.newShiftHint, ["zone": .text(view.team.timeZone)]])</p>
              \(reader.choice("member", .whoseShift, .choose, among: members, typed["member"], wrong))
              <fieldset id="days"\(bad == nil ? nil : " class=\"bad\"" as HTML)><legend>\(reader[.shiftDays])</legend>
              \(bad.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })\(ticks)</fieldset>
              <div class="with">\(input("start", .shiftStart, "type=\"time\" required", reader))\
            \(input("end", .shiftEnd, "type=\"time\" required", reader))</div>
              <div class="with">\(input("from", .shiftFrom, "type=\"date\"", reader))\(input("until", .shiftUntil, "type=\"date\"", reader))</div>
              \(input("weeks", .shiftWeeks, "inputmode=\"numeric\" autocomplete=\"off\"", reader))
              <div class="actions"><button>\(reader[.addShift])</button></div>
            </form>
            """
    }

    private func input(_ name: String, _ label: PageText, _ attributes: HTML, _ reader: Reader) -> HTML {
        reader.field(name, label, wrong, with: "class=\"medium\" \(attributes) value=\"\(typed[name] ?? "")\"")
    }
}

extension Weekday {
    var text: PageText {
        switch self {
        case .monday: .monday
        case .tuesday: .tuesday
        case .wednesday: .wednesday
        case .thursday: .thursday
        case .friday: .friday
        case .saturday: .saturday
        case .sunday: .sunday
        }
    }
}
