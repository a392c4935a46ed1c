import FairKitCore
import FairKitFrame
import FairKitService

/// The report under the right code.
extension KitCodePage {
    /// The result under the right code, if this form was carried out before and its answer was lost; nil: it was withdrawn
    /// otherwise.
    static func stored(
        _ result: ResultView, _ typed: TypedReport, _ form: Form, _ page: PageCall
    ) async throws -> ResultID? {
        var typed = typed
        guard form["do"] == "store", var report = report(of: result, &typed, form) else { return nil }
        // The version that withdrew it does not say which status it had.
        let entries = [ResultStatus.final, .preliminary].map { status in
            report.status = status
            return BatchEntry(report, found: Faults())
        }
        for case .success(.repeated(let right)) in try await page.tenancy.results.record(
            entries, isRehearsal: true, by: page.caller)
        {
            return right.id
        }
        return nil
    }

    /// The same findings under the code that was typed; nil: something is missing, and `typed` says what.
    static func report(of result: ResultView, _ typed: inout TypedReport, _ form: Form) -> ResultReport? {
        let reason = form.text("reason")
        if reason == nil || reason?.count ?? 0 > 500 { typed.refuse("reason", .typeWhyWrong) }
        if typed["reference"].isEmpty { typed.refuse("reference", .typeReference) }
        if typed["kitCode"].isEmpty { typed.refuse("kitCode", .typeKitCode) }
        if let code = try? KitCode(typed: typed["kitCode"]), code == result.kitCode {
            typed.refuse("kitCode", .codeSame)
        }
        guard typed.wrong.isEmpty else { return nil }
        return ResultReport(
            reference: typed["reference"], kitCode: typed["kitCode"],
            status: result.current.status == .preliminary ? .preliminary : .final, findings: result.current.findings)
    }
}
