import FairKitCore
import FairKitService
import HTTPTypes

/// The form of a read-back, with what was typed and what of it is wrong.
struct ReadBackForm {
    private var typed: [String: String] = [:]
    private var birth = TypedBirthDate()
    private(set) var readBack: ReadBack?
    private(set) var wrong: [Wrong] = []
    private(set) var status: HTTPResponse.Status = .unprocessableContent

    private static let texts = ["value", "unit", "familyName", "kitCode", "reference", "reached", "note"]

    /// Nothing is typed yet.
    init() {}

    init(_ form: Form, _ reader: Reader) {
        for name in Self.texts { typed[name] = form.text(name) }
        birth = TypedBirthDate(form)
        let unit = typed["unit"].flatMap { AATUnit(rawValue: $0) }
        var level: Level?
        if let text = typed["value"] {
            level = TypedNumber.read(text).flatMap { number in unit.map { Level(value: number, unit: $0) } }
            if TypedNumber.read(text) == nil { wrong.append(Wrong(field: "value", text: reader[.typeNumber])) }
            if unit == nil { wrong.append(Wrong(field: "unit", text: reader[.chooseUnit])) }
        }
        let kit = typed["kitCode"].flatMap { try? KitCode(typed: $0) }
        if typed["kitCode"] != nil, kit == nil { wrong.append(Wrong(field: "kitCode", text: reader[.typeKitCode])) }
        let reached = typed["reached"].flatMap { ReadBack.Reached(rawValue: $0) }
        if reached == nil { wrong.append(Wrong(field: "reached", text: reader[.chooseReached])) }
        if birth.date == nil, !birth.isEmpty { wrong.append(Wrong(field: "day", text: reader[.typeDay])) }
        readBack = ReadBack(
            level: level,
            identifiers: .init(
                birthDate: birth.date, familyName: typed["familyName"], kitCode: kit, reference: typed["reference"]),
            reached: reached ?? .noOtherPerson, note: typed["note"])
    }

    /// The parts that differ from the record; none for a reader who must not learn them.
    mutating func differ(_ parts: [ReadBackPart], _ reader: Reader) {
        wrong = parts.map { Wrong(field: $0.field, text: reader[.differs, ["part": .text(reader[$0.label])]]) }
        if parts.isEmpty { wrong = [Wrong(field: "value", text: reader[.somethingDiffers])] }
    }

    /// It was not compared: too many before it were wrong.
    mutating func wait(_ pause: Duration, _ reader: Reader) {
        let seconds = Int(pause.components.seconds) + (pause.components.attoseconds > 0 ? 1 : 0)
        let time =
            seconds < 120
            ? reader[.someSeconds, ["count": .number(seconds)]]
            : reader[.someMinutes, ["count": .number((seconds + 59) / 60)]]
        (wrong, status) = (
            [Wrong(field: "reached", text: reader[.readBackWait, ["time": .text(time)]])], .tooManyRequests
        )
    }

    mutating func signInAgain(_ reader: Reader) {
        (wrong, status) = ([Wrong(field: "reached", text: reader[.readBackSignIn])], .forbidden)
    }

    mutating func refuse(_ invalid: Invalid, _ reader: Reader) {
        wrong = invalid.fields.map { field in
            field.pointer == "/identifiers"
                ? Wrong(field: "day", text: reader[.twoIdentifiers])
                : Wrong(field: field.pointer == "/note" ? "note" : "value", text: reader[.readLevel])
        }
    }
}

extension ReadBackForm {
    /// - Parameter failures: how many read-backs of the alert were wrong.
    func html(for alert: NamedAlert, _ level: String, after failures: Int, _ reader: Reader) -> HTML {
        """
        \(reader.card(to: "/alerts/\(alert.id)/acknowledge"))
          <fieldset><legend><h2>\(reader[.readBack])</h2></legend>
            <p class="hint">\(reader[alert.standing == nil ? .readBackFacts : .readBackHint])</p>
            \(failures == 0 ? nil : warning(failures, reader))
            \(alert.standing == nil ? nil : levelFields(reader))
            \(birth.html(for: reader, wrong))
            \(text("familyName", .familyName, "class=\"medium\" spellcheck=\"false\"", reader))
            \(text("kitCode", .kitCode, "class=\"medium\" autocapitalize=\"characters\" spellcheck=\"false\"", reader))
            \(text("reference", .labNumber, "class=\"medium\" spellcheck=\"false\"", reader))
          </fieldset>
          <fieldset id="reached"><legend>\(reader[.whomReached])</legend>
            \(ReadBack.Reached.allCases.map {
                reader.radio("reached", $0.rawValue, "<b>\(reader[$0.text])</b>", chosen: typed["reached"])
            })
          </fieldset>
          <div class="field"><label for="note">\(reader[.note])</label>\
        <textarea id="note" name="note" maxlength="500">\(typed["note"] ?? "")</textarea></div>
          <div class="actions"><button>\(reader[.acknowledge]) \(level)</button>\
        <a class="button quiet" href="\(to: reader["/alerts"])">\(reader[.notNow])</a></div>
        </form>
        """
    }

    private func warning(_ failures: Int, _ reader: Reader) -> HTML {
        "<p class=\"banner warning\">\(reader[.wrongReadBacks, ["count": .number(failures)]]) \(reader[.wrongThree])</p>"
    }

    private func levelFields(_ reader: Reader) -> HTML {
        """
        <div class="with">
          \(text("value", .levelWord, "class=\"short\" inputmode=\"decimal\" required", reader))
          \(reader.unit(typed["unit"] ?? "", wrong, isRequired: true))
        </div>
        """
    }

    private func text(_ name: String, _ label: PageText, _ attributes: HTML, _ reader: Reader) -> HTML {
        reader.field(name, label, wrong, with: "\(attributes) value=\"\(typed[name] ?? "")\" autocomplete=\"off\"")
    }
}
