import FairKitCore
import FairKitService

/// The steps of an escalation as they are typed, a row for each, and what of them is wrong.
struct TypedPolicy {
    private struct Row {
        var minutes = ""
        var targets: Set<String> = []
    }

    private var rows: [Row] = []
    private var again = ""
    /// The policy from which the form was drawn.
    private(set) var was: String
    private(set) var wrong: [Wrong] = []
    /// The rows that are steps, by their places.
    private var places: [Int] = []

    init(_ policy: EscalationPolicy?) {
        rows = (policy?.steps ?? []).map { step in
            Row(minutes: TypedPolicy.minutes(step.after), targets: Set(step.targets.map(\.description)))
        }
        again = policy?.steps.last?.repeats.map { TypedPolicy.minutes($0) } ?? ""
        was = TypedPolicy.mark(policy)
    }

    init(_ form: Form, _ targets: [EscalationTarget]) {
        rows = (1...EscalationPolicy.mostSteps).map { place in
            let ticked = targets.filter { !form[TypedPolicy.name(place, $0)].isEmpty }
            return Row(minutes: form["after\(place)"].trimmed, targets: Set(ticked.map(\.description)))
        }
        while let last = rows.last, last.minutes.isEmpty, last.targets.isEmpty { rows.removeLast() }
        (again, was) = (form["again"].trimmed, form["was"])
    }

    static func mark(_ policy: EscalationPolicy?) -> String { policy?.line ?? "-" }

    private static func minutes(_ time: Duration) -> String {
        Thousandths(count: (time.components.seconds * 1000 + 30) / 60).description
    }

    private static func name(_ place: Int, _ target: EscalationTarget) -> String {
        if case .team(let name) = target { "tell\(place)-team-\(name)" } else { "tell\(place)-\(target)" }
    }

    /// The policy; nil: something of it is missing or no number.
    mutating func policy(_ reader: Reader) -> EscalationPolicy? {
        var steps: [EscalationPolicy.Step] = []
        places = rows.indices.filter { !rows[$0].minutes.isEmpty || !rows[$0].targets.isEmpty }.map { $0 + 1 }
        let pause = TypedPolicy.seconds(again)
        for place in places {
            let row = rows[place - 1]
            guard let after = TypedPolicy.seconds(row.minutes) else {
                wrong.append(Wrong(field: "after\(place)", text: TypedPolicy.of(place, reader[.typeMinutes], reader)))
                continue
            }
            let targets = row.targets.sorted().compactMap { EscalationTarget($0) }
            let repeats = place == places.last ? pause : nil
            steps.append(EscalationPolicy.Step(after: after, targets: targets, repeats: repeats))
        }
        if places.isEmpty { wrong.append(Wrong(field: "after1", text: reader[.typeMinutes])) }
        if pause == nil { wrong.append(Wrong(field: "again", text: reader[.typePause])) }
        return wrong.isEmpty ? EscalationPolicy(steps: steps) : nil
    }

    private static func seconds(_ text: String) -> Duration? {
        TypedNumber.read(text).map { .seconds(($0.count * 60 + 500) / 1000) }
    }

    /// What is wrong, with the step that it is of.
    private static func of(_ place: Int, _ text: String, _ reader: Reader) -> String {
        "\(reader[.stepNumber, ["count": .number(place)]]): \(text)"
    }

    mutating func refuse(_ invalid: Invalid, _ band: Band, _ reader: Reader) {
        let critical = EscalationPolicy.longest(for: band).components.seconds / 60
        for field in invalid.fields {
            let parts = field.pointer.split(separator: "/")
            let place = parts.count > 1 ? Int(parts[1]).flatMap { places.indices.contains($0) ? places[$0] : nil } : nil
            switch parts.last {
            case "tell": add("tell\(place ?? 1)", TypedPolicy.of(place ?? 1, reader[.tellRefused], reader))
            case "repeatSeconds": add("again", reader[.pauseRefused, ["count": .number(Int(critical))]])
            default:
                let text = reader[.minutesRefused, ["count": .number(Int(critical))]]
                add("after\(place ?? 1)", TypedPolicy.of(place ?? 1, text, reader))
            }
        }
    }

    private mutating func add(_ field: String, _ text: String) {
        if !wrong.contains(where: { $0.field == field }) { wrong.append(Wrong(field: field, text: text)) }
    }

    /// - Parameter targets: those that can be ticked.
    func html(_ targets: [EscalationTarget], _ reader: Reader) -> HTML {
        let count = min(rows.count + 1, EscalationPolicy.mostSteps)
        let steps = (1...count).map { place -> HTML in
            let row = place <= rows.count ? rows[place - 1] : Row()
            let bad = wrong.first { $0.field == "tell\(place)" }
            let ticks = targets.map { target in
                reader.tick(
                    TypedPolicy.name(place, target), reader.words(of: target),
                    isOn: row.targets.contains(target.description))
            }
            return """
                <fieldset id="tell\(place)"\(bad == nil ? nil : " class=\"bad\"" as HTML)>\
                <legend><h2>\(reader[.stepNumber, ["count": .number(place)]])</h2></legend>
                \(bad.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })
                \(reader.field("after\(place)", .minutesAfter, wrong, with: "class=\"short\" inputmode=\"decimal\" autocomplete=\"off\" value=\"\(row.minutes)\""))
                \(ticks)</fieldset>

                """
        }
        return """
            <input type="hidden" name="was" value="\(was)">
            \(steps)
            \(reader.field("again", .repeatMinutes, wrong, with: "class=\"short\" inputmode=\"decimal\" autocomplete=\"off\" value=\"\(again)\""))
            """
    }
}
