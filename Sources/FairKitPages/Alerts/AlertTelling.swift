import FairKitCore
import FairKitService

/// Who was told of an alert, over which channels and when, what comes next, and who ended it.
struct AlertTelling {
    let loop: AlertEscalation
    let reader: Reader
    let now: Timestamp

    var course: AlertCourse {
        AlertCourse(
            alert: loop.alert, tellings: Telling.all(loop.notices),
            coming: ComingStep.all(loop.steps.map { ($0.step, $0.wouldTell ?? []) }), contacts: loop.contacts,
            reader: reader, now: now)
    }

    private func names(_ receivers: [Notice.Receiver]) -> String { reader.names(receivers, loop.names) }

    func html() -> HTML {
        let lines = loop.steps.map { step($0.step, $0.wouldTell ?? []) } + later + endings
        return """
            <section class="card">
              <h2>\(reader[.whoWasTold])</h2>
              \(lines.isEmpty ? "<p class=\"soft\">\(reader[.sendsNothing])</p>" as HTML : "<ol class=\"steps\">\(lines)</ol>")
              \(loop.loop.failures == 0
                  ? nil : "<p class=\"soft\">\(reader[.wrongReadBacks, ["count": .number(loop.loop.failures)]])</p>" as HTML)
            </section>
            """
    }

    private func step(_ step: AlertStep, _ wouldTell: [Notice.Receiver]) -> HTML {
        let ended = "<b>\(reader.moment(step.endedAt ?? step.plannedAt))</b>" as HTML
        switch step.state {
        case .fired:
            let notices = loop.notices.filter { $0.notice.step == step.number }
            return "<li\(look(of: notices))>\(ended)\(notices.map { telling($0.notice, $0.sends) })</li>\n"
        case .skipped:
            return """
                <li class="failed">\(ended)<span>\(reader[.stepSkipped, ["whom": .text(missing(step))]])</span></li>

                """
        case .cancelled:
            let text: PageText = step.plannedAt > now ? .stepNotComing : .stepCancelled
            return "<li><b>\(reader.moment(step.plannedAt))</b><span>\(reader[text])</span></li>\n"
        case .waiting:
            let isNext = step == loop.steps.first { $0.step.state == .waiting }?.step
            let words =
                wouldTell.isEmpty
                ? reader[.stepEmpty, ["whom": .text(missing(step))]]
                : reader[.willTell, ["names": .text(names(wouldTell))]]
            return """
                <li\(isNext ? " aria-current=\"step\"" as HTML : nil)><b>\(reader.coming(step.dueAt ?? step.plannedAt, at: now))</b>\
                <span>\(words)</span></li>

                """
        }
    }

    /// A step is done if someone was told, and has failed if no message will arrive.
    private func look(of notices: [(notice: Notice, sends: [NoticeSend])]) -> HTML? {
        let states = notices.compactMap { Telling([$0])?.state }
        if states.isEmpty || states.contains(.told) { return " class=\"done\"" }
        return states.contains(.underWay) ? nil : " class=\"failed\""
    }

    /// Whom a step would have told, if there were anyone.
    private func missing(_ step: AlertStep) -> String {
        step.targets.map { target in
            switch target {
            case .patient: reader[.lackPatient]
            case .care: reader[.lackCare]
            case .team(let name): reader[.lackTeam, ["team": .text(name)]]
            case .operatorContact: reader[.lackOperator]
            }
        }.joined(separator: "; ")
    }

    /// What was told beside the steps, such as that a clinician acknowledged it.
    private var later: [HTML] {
        let numbers = Set(loop.steps.map(\.step.number))
        return loop.notices.filter { !numbers.contains($0.notice.step) }.map { notice, sends in
            """
            <li\(look(of: [(notice, sends)]))><b>\(reader.moment(notice.createdAt))</b>\(telling(notice, sends))</li>

            """
        }
    }

    private func telling(_ notice: Notice, _ sends: [NoticeSend]) -> HTML {
        let ways = sends.map { send in
            "\(reader.language.frame.channels[send.channel.rawValue] ?? send.channel.rawValue) (\(reader[send.state.text]))"
        }
        let seen = notice.readAt.map { ", \(reader[.seenWord]) \(reader.moment($0))" as HTML }
        let state = Telling([(notice, sends)])?.state
        let words = ([names([notice.receiver])] + ways).joined(separator: ", ")
        return """
            <span>\(state.map { "\(reader[$0.text]): " as HTML })\(words)\(seen)\
            \(state == .failed ? course.telephone(notice.receiver) : nil)</span>
            """
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
    var text: PageText {
        switch self {
        case .waiting: .sendWaiting
        case .sent: .sendSent
        case .delivered: .sendDelivered
        case .failed: .sendFailed
        case .cancelled: .sendCancelled
        }
    }
}
