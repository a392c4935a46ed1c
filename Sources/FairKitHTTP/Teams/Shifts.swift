import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The shifts of a team, as a whole list.
enum Shifts {
    static func show(_ call: Call) async throws -> Answer<ShiftsBody> {
        answer(try await call.tenancy.teams.shifts(of: try call.teamName, by: call.caller))
    }

    static func set(_ call: Call) async throws -> Answer<ShiftsBody> {
        let name = try call.teamName
        let precondition = try call.request.requiredPrecondition
        let (body, faults) = try await call.jsonAndFaults(ShiftsRequest.self)
        let set = try await call.tenancy.teams.setShifts(
            of: name, expectedVersions: precondition.versions, found: faults, by: call.caller
        ) { [body] today, faults in
            body.shifts.enumerated().map { index, shift in shift.shift(today, &faults, at: "/shifts/\(index)") }
        }
        return answer(set)
    }

    private static func answer(_ view: ShiftsView) -> Answer<ShiftsBody> {
        Answer(ShiftsBody(version: view.version, view.shifts, gaps: view.gaps), version: view.version)
    }
}

extension ShiftBody {
    /// The shift; faults are recorded with pointers inside another one.
    ///
    /// - Parameter today: the first date of a shift that names none.
    fileprivate func shift(_ today: CalendarDate, _ all: inout Faults, at pointer: String) -> Shift {
        var faults = Faults()
        let member = AccountID(accountId)
        faults.require(member != nil, "/accountId", "the id of an account")
        let days = weekdays.compactMap { Weekday(rawValue: $0) }
        faults.require(
            !days.isEmpty && Set(days).count == weekdays.count, "/weekdays",
            "one or more of monday to sunday, each once")
        let start = faults.localTime(start, at: "/start")
        let end = faults.localTime(end, at: "/end")
        let from = faults.dateIfPresent(from, at: "/from")
        let until = faults.dateIfPresent(until, at: "/until")
        let anchor = faults.dateIfPresent(anchor, at: "/anchor")
        var except: Set<CalendarDate> = []
        for (index, date) in (self.except ?? []).enumerated() {
            except.insert(faults.date(date, at: "/except/\(index)"))
        }
        all.record(faults, inside: pointer)
        // Stand-ins of faulty members are valid, so that no fault is reported twice.
        return Shift(
            of: member ?? AccountID.first(at: Timestamp(milliseconds: 0)),
            ShiftTimes(
                on: days.isEmpty ? [.monday] : Set(days), from: start, to: end, days: self.days,
                validFrom: from ?? today, until: until, everyWeeks: everyWeeks ?? 1, anchor: anchor, except: except))
    }
}

extension Faults {
    fileprivate mutating func localTime(_ text: String, at pointer: String) -> LocalTime {
        let time = LocalTime(text)
        require(time != nil, pointer, "a time of day such as 08:00, from 00:00 to 23:59")
        return time ?? .midnight
    }

    /// An optional date.
    fileprivate mutating func dateIfPresent(_ text: String?, at pointer: String) -> CalendarDate? {
        readIfPresent(text) { text throws(Invalid) in try CalendarDate(text, at: pointer) }
    }
}
