import FairKitCore
import FairKitService

/// Who was told of an alert, over which channels and when, what comes next, and who ended it.
struct AlertTelling {
    let loop: AlertEscalation
    let reader: Reader
    let now: Timestamp

    /// In two lines: who was told, and the next step.
    var summary: HTML {
        let told: HTML = "<dt>\(reader[.told])</dt><dd>\(names(loop.notices.map(\.notice.receiver)))</dd>"
        guard let next, let due = next.step.dueAt else { return told }
        return """
            <dt>\(reader[.nextWord])</dt><dd>\(reader.counting(due, at: now)): \(names(next.wouldTell ?? []))</dd>\(told)
            """
    }

    private var next: (step: AlertStep, wouldTell: [Notice.Receiver]?)? {
        loop.steps.first { $0.step.state == .waiting }
    }

    private func names(_ receivers: [Notice.Receiver]) -> String { reader.names(receivers, loop.names) }

    func html() -> HTML {
        """
        <section class="card">
          <h2>\(reader[.whoWasTold])</h2>
          <ol class="steps">
          \(loop.steps.map { step($0.step, $0.wouldTell ?? []) })\(later)\(endings)
          </ol>
          \(loop.loop.failures == 0
              ? nil : "<p class=\"soft\">\(reader[.wrongReadBacks, ["count": .number(loop.loop.failures)]])</p>" as HTML)
        </section>
        """
    }

    private func step(_ step: AlertStep, _ wouldTell: [Notice.Receiver]) -> HTML {
        switch step.state {
        case .fired:
            return """
                <li class="done"><b>\(reader.moment(step.endedAt ?? step.plannedAt))</b>\
                \(loop.notices.filter { $0.notice.step == step.number }.map { telling($0.notice, $0.sends) })</li>

                """
        case .skipped:
            return
                "<li class=\"done\"><b>\(reader.moment(step.endedAt ?? step.plannedAt))</b><span>\(reader[.stepSkipped])</span></li>\n"
        case .cancelled:
            return "<li><b>\(reader.moment(step.plannedAt))</b><span>\(reader[.stepCancelled])</span></li>\n"
        case .waiting:
            let current: HTML? = step == next?.step ? " aria-current=\"step\"" : nil
            let due = step.dueAt ?? step.plannedAt
            return "<li\(current)><b>\(reader.counting(due, at: now))</b><span>\(names(wouldTell))</span></li>\n"
        }
    }

    /// What was told beside the steps, such as that a clinician acknowledged it.
    private var later: [HTML] {
        let numbers = Set(loop.steps.map(\.step.number))
        return loop.notices.filter { !numbers.contains($0.notice.step) }.map { notice, sends in
            "<li class=\"done\"><b>\(reader.moment(notice.createdAt))</b>\(telling(notice, sends))</li>\n"
        }
    }

    private func telling(_ notice: Notice, _ sends: [NoticeSend]) -> HTML {
        let ways = sends.map { send in
            "\(reader.language.frame.channels[send.channel.rawValue] ?? send.channel.rawValue) (\(reader[send.state.text]))"
        }
        let words = ways.isEmpty ? "" : ": \(ways.joined(separator: ", "))"
        return "<span>\(names([notice.receiver]))\(words)</span>"
    }

    private var endings: [HTML] {
        var endings: [HTML] = []
        if let done = loop.loop.acknowledgement {
            endings.append(ending(.acknowledgedBy, done.account, done.at, reader[done.reached.text], done.note))
        }
        if let done = loop.loop.resolution {
            endings.append(ending(.resolvedBy, done.account, done.at, reader[done.outcome.text], done.note))
        }
        return endings
    }

    private func ending(
        _ text: PageText, _ account: AccountID, _ time: Timestamp, _ words: String, _ note: String?
    ) -> HTML {
        """
        <li class="done"><b>\(reader[text]) \(names([.account(account)])), \(reader.moment(time))</b>\
        <span>\(words)</span>\(note.map { "<span>\($0)</span>" as HTML })</li>

        """
    }

    /// Tells the second of two people who was first, and keeps what they typed in sight.
    func late(_ note: String, _ state: AlertState) -> HTML {
        let (account, time) =
            loop.loop.acknowledgement.map { ($0.account, $0.at) } ?? loop.loop.resolution.map { ($0.account, $0.at) }
            ?? (nil, nil)
        let first: HTML =
            if let account, let time {
                "\(reader[.firstWas, ["name": .text(names([.account(account)]))]]) \(reader.moment(time))."
            } else { "\(reader[.endedMeanwhile, ["state": .text(reader[state.text])]])" }
        return """
            <section class="banner warning" role="alert" tabindex="-1"><h2>\(first)</h2><p>\(reader[.lateStored])</p>
            \(note.isEmpty ? nil : "<p>\(reader[.lateNote]) \(note)</p>" as HTML)</section>
            """
    }
}

extension NoticeSend.State {
    fileprivate var text: PageText {
        switch self {
        case .waiting: .sendWaiting
        case .sent: .sendSent
        case .delivered: .sendDelivered
        case .failed: .sendFailed
        case .cancelled: .sendCancelled
        }
    }
}
