import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The form by which a member hands a shift of their own to a colleague, with what is typed and what of it is wrong.
struct HandOverForm {
    private var typed: [String: String] = [:]
    private(set) var wrong: [Wrong] = []

    /// Nothing is typed yet.
    init() {}

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        var hand = HandOverForm()
        for field in ["shift", "colleague", "reason"] { hand.typed[field] = form.text(field) }
        let times = form["shift"].split(separator: " ").compactMap { Timestamp(String($0)) }
        if times.count != 2 { hand.refuse("shift", .chooseShift, reader) }
        let colleague = AccountID(form["colleague"])
        if colleague == nil { hand.refuse("colleague", .chooseMember, reader) }
        guard let colleague, hand.wrong.isEmpty else { return try await OverridePage.draw(page, OverrideForm(), hand) }
        do {
            _ = try await page.tenancy.teams.handOver(
                from: times[0], until: times[1], of: name, to: colleague, note: hand.typed["reason"], by: page.caller)
            return OverridePage.done(.handedOver, name, page)
        } catch {
            switch error {
            case .own(.notOwn): hand.refuse("shift", .notYourShift, reader)
            case .own(.colleagueAway): hand.refuse("colleague", .colleagueAway, reader)
            case .own(.colleagueOnCall): hand.refuse("colleague", .colleagueOnCall, reader)
            case .invalid(let invalid):
                for field in invalid.fields {
                    switch field.pointer {
                    case "/until": hand.refuse("shift", .shiftFault, reader)
                    case "/note": hand.refuse("reason", .noteTooLong, reader)
                    default: hand.refuse("colleague", .overrideRefused, reader)
                    }
                }
            default: throw error
            }
            return try await OverridePage.draw(page, OverrideForm(), hand)
        }
    }

    static func takeBack(_ page: PageCall, _ form: Form) async throws -> Response {
        let name = try OverridePage.name(page)
        guard let id = OnCallOverrideID(form["override"]) else {
            return try await OverridePage.refuse(.openAgain, page)
        }
        do { try await page.tenancy.teams.takeBack(id, from: name, by: page.caller) } catch {
            guard case .own = error else { throw error }
            return try await OverridePage.refuse(.notYourShift, page)
        }
        return OverridePage.done(.takenBack, name, page)
    }

    private mutating func refuse(_ field: String, _ text: PageText, _ reader: Reader) {
        wrong.append(Wrong(field: field, text: reader[text]))
    }

    /// The reader's shifts that have an end, without what they took over. None if no colleague could have one.
    static func shifts(_ view: OnCallView, _ reader: Reader) -> [OnCallPeriod] {
        guard reader.may(.handOverShift), view.zone != nil, let own = reader.own?.account.id,
            view.members.contains(where: { $0.canBeOnCall && $0.account != own })
        else { return [] }
        return view.shifts(of: own).filter { $0.until < view.until }
    }

    func html(_ shifts: [OnCallPeriod], _ view: OnCallView, _ reader: Reader) -> HTML {
        let times = shifts.map { shift in
            // What has begun is handed over from the moment on at which the form is sent.
            let from = shift.from > view.at ? shift.from : Timestamp(milliseconds: 0)
            return ("\(from) \(shift.until)", "\(words(from, view, reader)) – \(words(shift.until, view, reader))")
        }
        let colleagues = view.members.filter { $0.canBeOnCall && $0.account != reader.own?.account.id }
        return """
            \(reader.card(to: "/on-call/\(view.team.name)/hand-over"))
              <h2>\(reader[.handOver])</h2>
              <p class="hint">\(reader[.handOverLead]) \(reader[.zoneNote, ["zone": .text(view.team.timeZone)]])</p>
              \(reader.choice("shift", .whichShift, .choose, among: times, typed["shift"], wrong))
              \(reader.choice("colleague", .toWhom, .choose, among: colleagues.map { ("\($0.account)", $0.nameInMails) }, typed["colleague"], wrong))
              \(reader.field("reason", .note, wrong, with: "class=\"medium\" maxlength=\"200\" value=\"\(typed["reason"] ?? "")\""))
              <div class="actions"><button>\(reader[.handOver])</button></div>
            </form>
            """
    }

    private func words(_ time: Timestamp, _ view: OnCallView, _ reader: Reader) -> String {
        guard let zone = view.zone, time > view.at else { return reader[.nowWord] }
        let local = LocalDateTime(time, in: zone)
        return "\(reader.language.text(of: local.date)), \(reader.language.clock(local))"
    }
}
