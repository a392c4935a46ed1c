import FairKitCore
import FairKitFrame
import FairKitService

/// A result for staff: its value in all units, where it comes from, its versions, and what staff do with it.
struct StaffResult {
    let result: ResultView
    /// nil: the reader does not see whose it is.
    let person: ProfileView?
    let alert: NamedAlert?
    /// Who was told of the alert; nil: there is none, or the reader may not know.
    let told: AlertTelling?
    /// That it raised an alert, for the laboratory that reported it; nil: it did not, or the reader is another one.
    let raised: RaisedAlert?
    /// Of a result that waits for its laboratory; nil: it does not, or the reader does not read of laboratories.
    let laboratory: Laboratory?
    /// nil: they are not for the reader.
    let notes: Page<NoteView, NoteID>?

    static func show(_ page: PageCall) async throws -> Response {
        try await StaffResult(page).show(page, VerifyForm())
    }

    init(_ page: PageCall) async throws {
        let (reader, tenancy, caller) = (page.reader, page.tenancy, page.caller)
        result = try await tenancy.results.show(page.call.id(), in: reader.language, by: caller)
        let waits = !result.current.status.isWithdrawn && (result.hold != nil || result.needsVerification)
        laboratory =
            waits && reader.may(.readLaboratories)
            ? try await tenancy.laboratories.list(after: nil, limit: 100, by: caller).items
                .first { [result] in $0.id == result.result.laboratoryID } : nil
        person = try await page.ifSeen { [result] () throws(Refusal<Never>) -> ProfileView? in
            guard reader.may(.readProfile), let id = result.profileID else { return nil }
            return try await tenancy.profiles.show(id, by: caller)
        }
        alert = try await page.ifSeen { [result] () throws(Refusal<Never>) -> NamedAlert? in
            guard reader.may(.readAlerts), let id = result.alertID else { return nil }
            return try await tenancy.alerts.show(id, by: caller)
        }
        let loop = try await page.ifSeen { [result] () throws(Refusal<Never>) -> AlertEscalation? in
            guard reader.may(.acknowledgeAlert), let id = result.alertID else { return nil }
            return try await tenancy.escalation.show(id, by: caller)
        }
        told = loop.map { AlertTelling(loop: $0, reader: reader, now: tenancy.now()) }
        let isOfLaboratory = reader.role == .laboratory && result.alertID != nil
        raised = isOfLaboratory ? try await tenancy.escalation.raised(by: result.id, by: caller) : nil
        // Only who is in charge of the record reads and writes notes, and a laboratory its own.
        notes =
            (person?.ground == .care || reader.role == .laboratory) && reader.may(.readResultNotes)
            ? try await tenancy.notes.list(about: .result(result.id), before: nil, limit: 50, by: caller) : nil
    }

    /// Whether the reader may verify the level, or confirm the held result.
    func mayVerify(_ reader: Reader) -> Bool {
        guard reader.may(.releaseResult), !result.current.status.isWithdrawn,
            result.hold != nil || result.needsVerification
        else { return false }
        if reader.role == .laboratory { return true }
        return person?.ground == .care && result.hold?.isSuspectLevel ?? true
    }

    func show(_ page: PageCall, _ form: VerifyForm, _ note: NoteForm = NoteForm()) -> Response {
        let reader = page.reader
        let (wrong, line) = (form.wrong + note.wrong, person.map { PatientHeader(of: $0) })
        let day = reader.language.text(of: result.current.findings.testDate)
        return page.show(
            Document(
                title: reader[.resultOf, ["date": .text(day)]], about: line?.name ?? result.kitCode.description,
                tab: .results, refusal: form.wrong.isEmpty ? .noteNotSaved : .notVerified, wrong: wrong, now: form.late,
                above: "\(line?.html(for: reader))\n\(done(page))\n\(back(reader))\n",
                content: content(form, note, reader)))
    }

    private func back(_ reader: Reader) -> HTML {
        guard let person, reader.may(.findProfiles) else {
            return "<a class=\"back\" href=\"\(to: reader["/results"])\">\(reader[.results])</a>"
        }
        return "<a class=\"back\" href=\"\(to: reader["/people/\(person.profile.id)"])\">\(reader[.patientRecord])</a>"
    }

    /// What was just done. A note that was saved ends its draft.
    private func done(_ page: PageCall) -> HTML? {
        switch page.query("done").flatMap({ PageText(rawValue: $0) }) {
        case .some(let done) where [.verified, .resultWithdrawn, .correctDone, .codeDone, .codeHalf].contains(done):
            "<p class=\"banner ok\" tabindex=\"-1\">\(page.reader[done])</p>"
        case .some(let done) where [.resultEntered, .resultBefore].contains(done):
            """
            <section class="banner ok" tabindex="-1" data-draft="result"><p>\(page.reader[done])</p>\
            <p>\(page.reader.button("/results/new", .enterAnother))</p></section>
            """
        case .noteSaved:
            """
            <p class="banner ok" tabindex="-1" data-draft="note-\(result.id.description)">\(page.reader[.noteSaved])</p>
            """
        default: nil
        }
    }

    private func content(_ form: VerifyForm, _ note: NoteForm, _ reader: Reader) -> HTML {
        let link = reader.may(.writeResultNotes) ? reader["/results/\(result.id)/notes"] : nil
        return """
            \(raised.map { alarm($0, reader) })
            \(waiting(reader))
            \(warning(reader))
            <div class="cols">
            \(result.current.status.isWithdrawn ? nil : level(reader))
            \(ResultFacts(result, alert, told).html(for: reader))
            </div>
            \(mayVerify(reader) ? form.html(for: result, reader) : nil)
            \(reader.may(.correctResult) && !result.current.status.isWithdrawn ? withdrawal(reader) : nil)
            \(words(reader))
            \(result.versions.flatMap { VersionTable($0).html(for: reader) })
            \(notes.map { note.html(under: $0, to: link, draft: "note-\(result.id)", reader) })
            """
    }

    /// Why no one should act on the value yet, or at all.
    private func warning(_ reader: Reader) -> HTML? {
        let version = result.current
        if version.status.isWithdrawn {
            return "<p class=\"banner critical\">\(reader.language.report.withdrawn)</p>"
        }
        guard let hold = result.hold ?? (result.needsVerification ? ResultHold(suspect: version.interpretation) : nil)
        else { return nil }
        return """
            <section class="banner warning">
              <h2>\(reader[result.hold == nil ? .toVerify : .held])</h2>
              <p>\(reader[hold.text]) \(reader[result.hold == nil ? .notVerifiedYet : .patientDoesNotSee])</p>
              \(laboratory.map { whoDecides($0, hold, reader) })
            </section>
            """
    }

    private func words(_ reader: Reader) -> HTML? {
        guard let text = result.current.findings.interpretation else { return nil }
        let lines = text.split(separator: "\n").map { "<p>\($0)</p>" as HTML }
        return "<section class=\"card\"><h2>\(reader.language.report.interpretation)</h2>\(lines)</section>"
    }
}
