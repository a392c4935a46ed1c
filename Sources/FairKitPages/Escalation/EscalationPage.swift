import FairKitCore
import FairKitFrame
import FairKitService

/// Whom an alert of each urgency would tell now, one step after the other: a dry run by the rules that alerts follow.
enum EscalationPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        var parts: [HTML] = []
        for band in Band.allCases {
            parts.append(part(band, try await page.tenancy.escalation.preview(of: band, by: page.caller), reader))
        }
        let form = ManagedPage(title: reader[.escalation], done: page.done(.escalationSet))
        return form.show(page, "<p class=\"lead\">\(reader[.escalationLead])</p>\n\(parts)")
    }

    private static func part(_ band: Band, _ found: EscalationPreview?, _ reader: Reader) -> HTML {
        let name = reader[band.text]
        let list: HTML =
            found.map { found in
                """
                <p class="hint">\(reader[.escalationNow]) \(reader.moment(found.at)).</p>
                <ol class="steps">\(found.steps.map { row($0, found, reader) })</ol>
                """
            } ?? "<p>\(reader[.escalationNone])</p>"
        return """
            <section class="card">
              <h2>\(name)</h2>
              \(found?.isDefault == true ? "<p class=\"soft\">\(reader[.escalationStandard])</p>" as HTML : nil)
              \(list)
              <p class="actions">\(reader.button("/escalation/\(band.rawValue)", .changeSteps, of: name))</p>
            </section>

            """
    }

    private static func row(
        _ step: EscalationPreview.Step, _ found: EscalationPreview, _ reader: Reader
    ) -> HTML {
        let names = step.receivers.compactMap { receiver in
            found.names[receiver] ?? (receiver == .operatorContact ? reader[.theOperator] : nil)
        }.joined(separator: ", ")
        let targets = step.step.targets.map { reader.words(of: $0) }.joined(separator: ", ")
        let again = step.step.repeats.map { pause in
            reader[.repeatsEvery, ["count": .number(Int(pause.components.seconds / 60))]]
        }
        return """
            <li\(step.reachesNoOne ? " class=\"failed\"" as HTML : nil)><b>\(reader.clock(step.due))\(names.isEmpty ? "" : ": \(names)")</b>\
            <span>\(targets)</span>\(again.map { "<span>\($0)</span>" as HTML })\
            \("<div>\(reader.badge("critical", "!", reader[.reachesNoOne]))</div>", if: step.reachesNoOne)</li>

            """
    }
}

extension Band {
    /// What it is called on pages.
    var text: PageText {
        switch self {
        case .critical: .bandCritical
        case .urgent: .bandUrgent
        case .result: .bandResult
        case .information: .bandInformation
        }
    }
}

extension Reader {
    /// Whom a step tells.
    func words(of target: EscalationTarget) -> String {
        switch target {
        case .patient: self[.thePatient]
        case .care: self[.tellCare]
        case .operatorContact: self[.tellOffice]
        case .team(let name): self[.tellTeam, ["team": .text(name)]]
        }
    }
}
