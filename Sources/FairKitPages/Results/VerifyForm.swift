import FairKitCore
import FairKitFrame
import FairKitService

/// The form by which a clinician verifies a suspect level, or a laboratory confirms a held result.
struct VerifyForm {
    private var typed: [String: String] = [:]
    private var level: Level?
    private(set) var wrong: [Wrong] = []
    /// Whether the result has another version than the one that was on the page, or was verified or withdrawn since.
    private(set) var isLate = false

    /// Nothing is typed yet.
    init() {}

    private init(_ form: Form, for result: ResultView, _ reader: Reader) {
        for name in ["value", "unit", "reason"] { typed[name] = form.text(name) }
        let isDone = result.current.status.isWithdrawn || result.hold == nil && !result.needsVerification
        isLate = isDone || form.version.map { $0 != result.current.number } ?? false
        if reader.role == .clinician, typed["reason"] == nil, !isLate {
            wrong.append(Wrong(field: "reason", text: reader[.typeHowKnown]))
        }
        guard result.hold == .unitSuspect, !isLate else { return }
        let unit = typed["unit"].flatMap { AATUnit(rawValue: $0) }
        let number = typed["value"].flatMap { TypedNumber.read($0) }
        if number == nil { wrong.append(Wrong(field: "value", text: reader[.typeNumber])) }
        if unit == nil { wrong.append(Wrong(field: "unit", text: reader[.chooseUnit])) }
        level = number.flatMap { number in unit.map { Level(value: number, unit: $0) } }
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, seen) = (page.reader, try await StaffResult(page))
        var typed = VerifyForm(form, for: seen.result, reader)
        guard typed.wrong.isEmpty, !typed.isLate else { return seen.show(page, typed) }
        do {
            let id = seen.result.id
            _ = try await page.tenancy.results.release(
                id, expecting: form.version.map { [$0] }, readBack: typed.level, because: typed.typed["reason"],
                by: page.caller)
            return .seeOther(reader["/results/\(id)?done=\(PageText.verified.rawValue)"])
        } catch {
            switch error {
            case .own(.versionMismatch):
                typed.isLate = true
                return try await StaffResult(page).show(page, typed)
            case .own(.mismatch(let parts)):
                typed.wrong = parts.map {
                    let field = $0 == .unit ? "unit" : "value"
                    let word = reader[$0 == .unit ? .unit : .levelWord]
                    return Wrong(field: field, text: reader[.differs, ["part": .text(word)]])
                }
            case .invalid(let invalid):
                let isReason = invalid.fields.contains { $0.pointer == "/reason" }
                typed.wrong = [
                    Wrong(field: isReason ? "reason" : "value", text: reader[isReason ? .typeShorter : .readLevel])
                ]
            default: throw error
            }
            return seen.show(page, typed)
        }
    }

    /// Says that the result is another one now, with what was typed about the one before.
    var late: HTML? { isLate ? typed["reason"].map { "<p>\($0)</p>" } ?? "" : nil }

    func html(for result: ResultView, _ reader: Reader) -> HTML {
        let level = result.current.findings.level.map { reader.language.text(of: $0) } ?? ""
        return """
            \(reader.card(to: "/results/\(result.id)/verify"))\(reader.version(result.current.number))
              <h2>\(reader[.verifyTitle])</h2>
              <p class="hint">\(reader[reader.role == .laboratory ? .verifyHintOwn : result.hold == nil ? .verifyHint : .releaseHint])</p>
              \(result.hold == .unitSuspect ? levelFields(reader) : nil)
              \(reader.longText("reason", reader.role == .clinician ? .howKnown : .verifyReason, typed["reason"], wrong, most: 500))
              <div class="actions"><button>\(reader[.verifyButton, ["level": .text(level)]])</button></div>
            </form>
            """
    }

    private func levelFields(_ reader: Reader) -> HTML {
        return """
            <div class="with">
              \(reader.field("value", .levelWord, wrong, with: """
                class="short" inputmode="decimal" value="\(typed["value"] ?? "")" autocomplete="off" required
                """))
              \(reader.unit(typed["unit"] ?? "", wrong, isRequired: true))
            </div>
            """
    }
}
