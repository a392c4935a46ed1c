import FairKitCore
import FairKitFrame
import FairKitService

/// The form by which a clinician records what came of an alert, with what was typed and what of it is wrong.
struct ResolveForm {
    private var outcome: AlertResolution.Outcome?
    private var note: String?
    private(set) var wrong: [Wrong] = []

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (id, reader) = (try page.call.id() as AlertID, page.reader)
        var typed = ResolveForm()
        typed.outcome = AlertResolution.Outcome(rawValue: form["outcome"])
        typed.note = form.text("note")
        guard let outcome = typed.outcome else {
            typed.wrong = [Wrong(field: "outcome", text: reader[.chooseOutcome])]
            return try await AlertPage.draw(page, ReadBackForm(), typed)
        }
        do {
            _ = try await page.tenancy.alerts.resolve(id, outcome, note: typed.note, by: page.caller)
            return .seeOther(reader["/alerts?state=acknowledged&done=resolved&alert=\(id)"])
        } catch {
            switch error {
            case .own(.ended): return try await AlertPage.draw(page, late: typed.note ?? "")
            case .own(.notAcknowledged): typed.wrong = [Wrong(field: "outcome", text: reader[.acknowledgeFirst])]
            case .invalid: typed.wrong = [Wrong(field: "outcome-note", text: reader[.noteTooLong])]
            default: throw error
            }
            return try await AlertPage.draw(page, ReadBackForm(), typed)
        }
    }

    /// Whether the alert can be resolved: a critical one is acknowledged before.
    static func fits(_ alert: NamedAlert) -> Bool {
        alert.state == .acknowledged || alert.state == .open && alert.band != .critical
    }

    func html(for alert: NamedAlert, _ reader: Reader) -> HTML {
        let bad = wrong.first { $0.field == "outcome-note" }
        return """
            \(reader.card(to: "/alerts/\(alert.id)/resolve"))
              <fieldset id="outcome"><legend><h2>\(reader[.whatCameOfIt])</h2></legend>
                \(wrong.filter { $0.field == "outcome" }.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })
                \(AlertResolution.Outcome.allCases.map {
                    reader.radio("outcome", $0.rawValue, "<b>\(reader[$0.text])</b>", chosen: outcome?.rawValue)
                })
              </fieldset>
              <div class="field\(bad == nil ? "" : " bad")"><label for="outcome-note">\(reader[.note])</label>\
            \(bad.map { "<p class=\"wrong\">\($0.text)</p>" as HTML })\
            <textarea id="outcome-note" name="note" maxlength="500">\(note ?? "")</textarea></div>
              <div class="actions"><button\(alert.state == .open ? " class=\"quiet\"" as HTML : nil)>\(reader[.resolveAlert])</button></div>
            </form>
            """
    }
}
