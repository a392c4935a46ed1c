import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// One alert: its level, who was told and what comes next, and the form by which a clinician reads it back or records what
/// came of it.
enum AlertPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func acknowledge(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: AlertID = try page.call.id()
        var read = ReadBackForm(form, page.reader)
        guard let readBack = read.readBack, read.wrong.isEmpty else { return try await draw(page, read) }
        do {
            _ = try await page.tenancy.alerts.acknowledge(id, readBack, by: page.caller)
            return .seeOther(page.reader["/alerts?done=acknowledged&alert=\(id)"])
        } catch {
            switch error {
            case .own(.mismatch(let parts)): read.differ(parts, page.reader)
            case .own(.limited(let pause)): read.wait(pause, page.reader)
            case .own(.signInAgain): read.signInAgain(page.reader)
            case .invalid(let invalid): read.refuse(invalid, page.reader)
            case .own(.notOpen): return try await draw(page, late: form.text("note") ?? "")
            default: throw error
            }
            return try await draw(page, read)
        }
    }

    /// - Parameter late: the note of a person before whom another one ended the alert; nil: there is none.
    static func draw(
        _ page: PageCall, _ form: ReadBackForm = ReadBackForm(), _ resolve: ResolveForm = ResolveForm(),
        emergency: EmergencyForm = EmergencyForm(), note: NoteForm = .ofAlert, late: String? = nil
    ) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as AlertID)
        let alert = try await page.tenancy.alerts.show(id, by: page.caller)
        let loop = try await page.tenancy.escalation.show(id, by: page.caller)
        let seen = try await page.ifSeenAndRoom { () throws(Refusal<Never>) -> ProfileView? in
            guard reader.may(.readProfile), alert.patientName != nil, let patient = alert.profileID else { return nil }
            return try await page.tenancy.profiles.show(patient, by: page.caller)
        }
        // Who is in charge of the record reads and writes notes.
        let notes = try await page.ifSeenAndRoom { () throws(Refusal<Never>) -> Page<NoteView, NoteID>? in
            guard seen?.ground == .care, reader.may(.readNotes) else { return nil }
            return try await page.tenancy.notes.list(about: .alert(id), before: nil, limit: 50, by: page.caller)
        }
        let wrong = form.wrong + resolve.wrong + emergency.wrong + note.wrong
        let level = alert.standing.map { reader.language.text(of: $0.level) } ?? reader[.noLevel]
        let told = AlertTelling(loop: loop, reader: reader, now: page.tenancy.now())
        let isOpen = alert.state == .open && late == nil
        let readBack = isOpen ? form.html(for: alert, level, after: loop.loop.failures, reader) : nil
        let isUnknown = isOpen && !alert.isKnown
        let unknown = UnknownAlert(alert: alert, course: told.course, reader: reader)
        let content: HTML = """
            \(late.map { told.late($0, alert.state) })
            <div class="cols form">
            \(card(alert, told, seen.flatMap { reader.phone(of: $0) }, reader))
            \(isUnknown ? unknown.html() : readBack)\
            \(ResolveForm.fits(alert) && late == nil ? resolve.html(for: alert, reader) : nil)\
            \(isUnknown ? nil : told.html())
            </div>
            \(isUnknown ? "\(unknown.ways(emergency, readBack, isOpen: !form.wrong.isEmpty))\(told.html())" as HTML : nil)
            \(notes.map { note.html(
                under: $0, to: reader.may(.writeNotes) ? reader["/alerts/\(id)/notes"] : nil, draft: "note-\(id)", reader) })
            """
        let title: PageText =
            !note.wrong.isEmpty
            ? .noteNotSaved
            : !emergency.wrong.isEmpty ? .notOpened : form.wrong.isEmpty ? .notResolved : .notAcknowledged
        return page.show(
            Document(
                title: reader.name(of: alert), tab: .alerts,
                status: wrong.isEmpty ? late.map { _ in .conflict } : form.status, refusal: title, wrong: wrong,
                done: page.done(.recordOpened, .recordOpenedUnheard),
                above: """
                    \(person(alert, loop, reader))\(page.said(among: [.noteSaved], draft: "note-\(id)"))
                    <a class="back" href="\(to: reader["/alerts"])">\(reader[.openAlerts])</a>

                    """, content: content))
    }

    private static func person(_ alert: NamedAlert, _ loop: AlertEscalation, _ reader: Reader) -> HTML? {
        guard let name = alert.patientName, let facts = reader.facts(of: loop.identity) else { return nil }
        let link = reader.record(of: alert).map { "<a href=\"\(to: $0)\"\(aside(alert))>\(name)</a>" as HTML }
        let emergency = loop.emergencyEnd.flatMap { end in alert.profileID.map { reader.emergency(until: end, $0) } }
        return "<p class=\"person\"><b>\(link ?? "\(name)")</b><span class=\"soft\">\(facts)</span></p>\(emergency)"
    }

    /// While a form stands here, what it asks for is read beside it: nothing that was typed is lost.
    private static func aside(_ alert: NamedAlert) -> HTML? {
        alert.state == .open || alert.state == .acknowledged ? " target=\"_blank\" rel=\"noopener\"" : nil
    }

    private static func card(_ alert: NamedAlert, _ told: AlertTelling, _ phone: HTML?, _ reader: Reader) -> HTML {
        """
        <section class="card">
          <h2>\(reader[.theAlert])</h2>
          \(alert.standing == nil ? "<p class=\"lead\">\(reader[.noLevel])</p>" : reader.value(alert.standing?.level, alert.flag))
          \(alert.standing.map { RangeBar(of: $0).html(for: reader) })
          <p>\(reader.reason(of: alert.alert))\(alert.follows == nil ? nil : reader.corrected)\
        \(alert.isUnverified ? " \(reader.badge("held", "◇", reader[.toVerify]))" as HTML : nil)</p>
          \(reader.sameResult(alert, told.loop.twins, aside(alert)))
          <dl class="facts">
            \(phone.map { "<dt>\(reader.language.report.phone)</dt><dd>\($0)</dd>" as HTML })
            <dt>\(reader[.state])</dt><dd>\(reader[alert.state.text])</dd>
            <dt>\(reader[.openSince])</dt><dd>\(reader.moment(alert.raisedAt))</dd>
            \(correction(alert.correction, reader))\(told.course.facts.map { "<dt>\(reader[$0.0])</dt><dd>\($0.1)</dd>" as HTML })
          </dl>
          \(alert.profileID == nil || alert.patientName == nil ? nil : result(alert, reader))
        </section>
        """
    }

    private static func correction(_ correction: AlertCorrection?, _ reader: Reader) -> [HTML] {
        let level = correction?.earlier.map { reader.language.text(of: $0) }
        let facts: [(PageText, String?)] = [(.earlierLevel, level), (.correctionReason, correction?.reason)]
        return facts.compactMap { text, words in words.map { "<dt>\(reader[text])</dt><dd>\($0)</dd>" as HTML } }
    }

    private static func result(_ alert: NamedAlert, _ reader: Reader) -> HTML {
        let place = aside(alert)
        return """
            <p><a href="\(to: reader["/results/\(alert.resultID)"])"\(place)>\(reader[.openResult])\
            \(place.map { _ in " \(reader[.inNewTab])" as HTML })</a></p>
            """
    }
}
