import FairKitCore
import FairKitService

/// The form by which an administrator puts a member on call for a while, with what is typed and what of it is wrong.
struct OverrideForm {
    private var typed: [String: String] = [:]
    /// nil: something is missing or malformed.
    private(set) var asked: (member: AccountID, replaced: AccountID?, from: Timestamp?, until: Timestamp)?
    var wrong: [Wrong] = []

    /// Nothing is typed yet.
    init() {}

    init(_ form: Form, _ view: OnCallView, _ reader: Reader) {
        for field in ["member", "replaces", "fromDay", "fromTime", "untilDay", "untilTime", "note"] {
            typed[field] = form.text(field)
        }
        let member = typed["member"].flatMap { AccountID($0) }
        if member == nil { wrong.append(Wrong(field: "member", text: reader[.chooseMember])) }
        let until = time("until", view)
        if until == nil { wrong.append(Wrong(field: "untilDay", text: reader[.typeUntil])) }
        let from = time("from", view)
        if from == nil, typed["fromDay"] != nil || typed["fromTime"] != nil {
            wrong.append(Wrong(field: "fromDay", text: reader[.typeFrom]))
        }
        guard let member, let until, wrong.isEmpty else { return }
        asked = (member, typed["replaces"].flatMap { AccountID($0) }, from, until)
    }

    subscript(name: String) -> String? { typed[name] }

    /// A time on the team's clock; nil: a part is missing or malformed.
    private func time(_ name: String, _ view: OnCallView) -> Timestamp? {
        guard let day = typed["\(name)Day"].flatMap({ CalendarDate($0) }),
            let time = typed["\(name)Time"].flatMap({ LocalTime($0) })
        else { return nil }
        return view.zone?.time(of: day, time)
    }

    mutating func refuse(_ invalid: Invalid, _ reader: Reader) {
        let fields = ["/until": "untilDay", "/accountId": "member", "/replaces": "replaces", "/note": "note"]
        wrong = invalid.fields.map { field in
            let id = fields[field.pointer] ?? "member"
            return Wrong(field: id, text: reader[id == "untilDay" ? .untilTooEarly : .overrideRefused])
        }
    }

    func html(_ view: OnCallView, _ reader: Reader) -> HTML {
        """
        \(reader.card(to: "/on-call/\(view.team.name)"))
          <h2>\(reader[.putOnCall])</h2>
          <p class="hint">\(reader[.zoneNote, ["zone": .text(view.team.timeZone)]])</p>
          \(member("member", .whoTakesOver, .choose, view, reader))
          \(member("replaces", .insteadOfWhom, .allOnShift, view, reader))
          <div class="with">\(input("fromDay", .fromDay, "type=\"date\"", reader))\
        \(input("fromTime", .fromClock, "type=\"time\"", reader))</div>
          <div class="with">\(input("untilDay", .untilDay, "type=\"date\" required", reader))\
        \(input("untilTime", .untilClock, "type=\"time\" required", reader))</div>
          \(input("note", .note, "maxlength=\"200\"", reader))
          <div class="actions"><button>\(reader[.putOnCall])</button></div>
        </form>
        """
    }

    private func input(_ name: String, _ label: PageText, _ attributes: HTML, _ reader: Reader) -> HTML {
        reader.field(name, label, wrong, with: "class=\"medium\" \(attributes) value=\"\(typed[name] ?? "")\"")
    }

    private func member(
        _ name: String, _ label: PageText, _ none: PageText, _ view: OnCallView, _ reader: Reader
    ) -> HTML {
        let members = view.members.map { ("\($0.account)", $0.nameInMails) }
        return reader.choice(name, label, none, among: members, typed[name], wrong)
    }
}
