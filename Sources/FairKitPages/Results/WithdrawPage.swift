import FairKitCore
import FairKitFrame
import FairKitService

/// A laboratory withdraws a result that it has reported in error, and says why. It can't be undone.
enum WithdrawPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ResultID)
        guard let reason = form.text("reason"), let version = form.version, page.proof != nil else {
            return try await draw(page, [Wrong(field: "reason", text: reader[.typeWhyWrong])])
        }
        do {
            _ = try await page.tenancy.results.correct(
                id, .withdrawal(of: version, because: reason), by: page.caller)
            return .seeOther(reader["/results/\(id)?done=\(PageText.resultWithdrawn.rawValue)"])
        } catch {
            switch error {
            case .own(.versionMismatch): return try await draw(page, typed: reason, isLate: true)
            case .own(.withdrawn): return .seeOther(reader["/results/\(id)"])
            case .invalid:
                return try await draw(page, typed: reason, [Wrong(field: "reason", text: reader[.typeWhyWrong])])
            default: throw error
            }
        }
    }

    private static func draw(
        _ page: PageCall, typed: String? = nil, _ wrong: [Wrong] = [], isLate: Bool = false
    ) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ResultID)
        let result = try await page.tenancy.results.show(id, in: reader.language, by: page.caller)
        let version = result.current
        try page.requireProof()
        guard !version.status.isWithdrawn else { return .seeOther(reader["/results/\(id)"]) }
        let level = version.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel]
        return page.show(
            Document(
                title: reader[.withdrawTitle], about: result.kitCode.description, tab: .results, refusal: .notWithdrawn,
                wrong: wrong, now: isLate ? "<p>\(level)</p>" : nil, back: (reader["/results/\(id)"], .theResult),
                content: """
                    \(reader.card(to: "/results/\(id)/withdraw"))\(reader.version(version.number))
                      <p><b>\(level)</b>, \(reader.day(version.findings.testDate)), <span class="code">\(result.kitCode.description)</span></p>
                      <p class="hint">\(reader[.withdrawLead])</p>
                      \(reader.longText("reason", .withdrawReason, typed, wrong, most: 500))
                      <div class="actions"><button class="danger">\(reader[.withdrawButton, ["level": .text(level)]])</button></div>
                    </form>
                    """))
    }
}

extension ResultCorrection {
    /// Withdraws a result that was reported in error, if it still has this version.
    static func withdrawal(of version: Int, because reason: String?) -> ResultCorrection {
        ResultCorrection(
            reason: reason, status: .enteredInError, testDate: nil, level: nil, genotype: nil, method: nil, range: nil,
            expectedVersions: [version])
    }
}
