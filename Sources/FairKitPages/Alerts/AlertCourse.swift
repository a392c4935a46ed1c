import FairKitCore
import FairKitService

/// Whom an alert has told, whom it is telling, whom it could not tell, and whom it tells next: see decision 0164.
struct AlertCourse {
    let alert: Alert
    let tellings: [Telling]
    let coming: [ComingStep]
    let contacts: AlertContacts
    let reader: Reader
    let now: Timestamp

    /// A message that took so long may never arrive.
    private static let slow = Duration.seconds(180)

    var facts: [(PageText, HTML)] { next + [.failed, .underWay, .told].compactMap { told($0) } + nothing }

    /// Whether it asks the reader to act: a message to them began, or the next step tells them.
    var isForReader: Bool {
        guard let id = reader.own?.account.id else { return false }
        return (tellings.map(\.receiver) + (coming.first?.receivers ?? [])).contains(.account(id))
    }

    /// The staff who were told or will be told, each once, with their numbers.
    var whomToAsk: [HTML] {
        var order: [Notice.Receiver] = []
        for receiver in tellings.map(\.receiver) + coming.flatMap(\.receivers)
        where !order.contains(receiver) && contacts.names[receiver] != nil
            && receiver != reader.own.map({ .account($0.account.id) })
        { order.append(receiver) }
        return order.map { "\(names([$0]))\(telephone($0))" }
    }

    /// A number to press; nil: it is not known.
    func telephone(_ receiver: Notice.Receiver) -> HTML? {
        contacts.phones[receiver].map { " <a href=\"\(to: Link(calling: $0))\">\("\($0)")</a>" }
    }

    private func names(_ receivers: [Notice.Receiver]) -> String { reader.names(receivers, contacts.names) }

    // MARK: - What comes

    /// The next step, and if that tells the same people again, when another person is told.
    private var next: [(PageText, HTML)] {
        guard alert.state == .open else { return [] }
        guard let first = coming.first else {
            return [(.nextStepWord, "\(reader[tellings.isEmpty ? .sendsNothing : .noFurther])")]
        }
        let known = Set(tellings.map(\.receiver))
        guard !first.receivers.isEmpty, known.isSuperset(of: first.receivers) else {
            return [(.nextStepWord, line(first.due, first.receivers))]
        }
        let again = (PageText.nextStepWord, line(first.due, first.receivers, again: true))
        let other = coming.dropFirst().lazy.map { step in (step.due, step.receivers.filter { !known.contains($0) }) }
            .first { !$0.1.isEmpty }
        return [again, (.thenWord, other.map { line($0.0, $0.1) } ?? "\(reader[.noOther])")]
    }

    private func line(_ due: Timestamp, _ receivers: [Notice.Receiver], again: Bool = false) -> HTML {
        guard !receivers.isEmpty else { return "\(reader.coming(due, at: now)): \(reader[.noOneNext])" }
        let names = names(receivers)
        return "\(reader.coming(due, at: now)): \(again ? reader[.toldAgain, ["names": .text(names)]] : names)"
    }

    // MARK: - What was

    private func told(_ state: Telling.State) -> (PageText, HTML)? {
        let found = tellings.filter { $0.state == state }
        guard let first = found.first else { return nil }
        switch state {
        case .told: return (state.text, "\(names(found.map(\.receiver)))")
        case .underWay:
            let since = found.map(\.at).min() ?? first.at
            let isLate = since.distance(to: now) >= Self.slow
            let people: HTML = isLate ? numbers(found) : "\(names(found.map(\.receiver)))"
            let words: HTML = "\(people), \(reader[.underWaySince]) \(reader.clock(since))"
            return (state.text, isLate ? "\(words). \(reader[.notArrivedYet])" : words)
        case .failed: return (state.text, "\(numbers(found)). \(reader[.telephoneThem])")
        }
    }

    private func numbers(_ found: [Telling]) -> HTML {
        var order: [Notice.Receiver] = []
        for receiver in found.map(\.receiver) where !order.contains(receiver) { order.append(receiver) }
        return HTML.joined(order.map { "\(names([$0]))\(telephone($0))" as HTML })
    }

    private var nothing: [(PageText, HTML)] {
        guard tellings.isEmpty, alert.state != .open || !coming.isEmpty else { return [] }
        guard alert.state == .open, let first = coming.first(where: { !$0.receivers.isEmpty }) else {
            return [(.told, "\(reader[.nobodyYet])")]
        }
        return [(.told, "\(reader[.notYetTold]) \(reader.coming(first.due, at: now))")]
    }
}

extension HTML {
    /// The parts with a comma between each two.
    static func joined(_ parts: [HTML]) -> HTML {
        "\(parts.enumerated().map { $0.offset == 0 ? $0.element : ", \($0.element)" as HTML })"
    }
}

extension Telling.State {
    var text: PageText {
        switch self {
        case .told: .told
        case .underWay: .beingTold
        case .failed: .notTold
        }
    }
}

extension Reader {
    /// That the result has another alert, or had one before the laboratory changed it.
    func sameResult(_ alert: NamedAlert, _ twins: [Alert], _ aside: HTML? = nil) -> [HTML] {
        var lines = twins.map { twin -> HTML in
            let link = self["/alerts/\(twin.id)"]
            return
                "<p class=\"small\">\(self[.sameResult]) <a href=\"\(to: link)\"\(aside)>\(reason(of: twin))</a> (\(self[twin.state.text])) \(self[.eachAlone])</p>"
        }
        if alert.follows != nil {
            let levels = [alert.correction?.earlier, alert.standing?.level].compactMap {
                $0.map { language.text(of: $0) }
            }
            let words =
                levels.count == 2 && levels[0] != levels[1]
                ? self[.correctedFromTo, ["from": .text(levels[0]), "to": .text(levels[1])]] : self[.correctedAgain]
            lines.append("<p class=\"small\">\(words)</p>")
        }
        if alert.state == .retracted { lines.append("<p class=\"small\">\(self[.replacedAlert])</p>") }
        return lines
    }
}
