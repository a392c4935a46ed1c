import FairKitCore
import FairKitFrame
import FairKitService

/// A laboratory corrects a result, with its reason. Another page shows what changes before it is stored.
enum CorrectPage {
    static func show(_ page: PageCall) async throws -> Response {
        let result = try await current(page)
        return draw(result, TypedReport(result, page.reader), Form(), page)
    }

    /// Shows what changes, and asks whether it is right.
    static func check(_ page: PageCall, _ form: Form) async throws -> Response {
        let result = try await current(page)
        var typed = TypedReport(form, page.reader).about(result)
        guard let correction = correction(of: result, &typed, form) else { return draw(result, typed, form, page) }
        guard form.version == result.current.number else { return draw(result, typed, form, page, isLate: true) }
        let effect: CorrectionEffect
        do { effect = try await page.tenancy.results.rehearse(result.id, correction, by: page.caller) } catch {
            return try refused(error, result, typed, form, page)
        }
        let (reader, after) = (page.reader, typed)
        let before = TypedReport(result, reader)
        let labels: [([String], PageText)] = [
            (["testDate"], .testDay), (["value", "unit"], .levelWord), (["low"], .rangeFrom), (["high"], .rangeTo),
            (["method"], .methodWord), (["genotype"], .genotypeWord), (["phenotype"], .phenotypeWord),
            (["interpretation"], .interpretationWord),
        ]
        let rows = labels.compactMap { names, label -> HTML? in
            let (was, becomes) = (names.map { before[$0] }, names.map { after[$0] })
            guard was != becomes else { return nil }
            return reader.row(
                about: "\(reader[label])", ["\(was.joined(separator: " "))", "\(becomes.joined(separator: " "))"])
        }
        let (words, flag) = (reader.language.report, result.current.interpretation.flag)
        let flags = reader.row(
            about: "\(words.flag)", [flag.map { reader.flag($0) }, effect.flag.map { reader.flag($0) }])
        let status = ResultStatus(rawValue: form["status"]).map { words.statuses[$0] } ?? ""
        let reason: HTML = "<input type=\"hidden\" name=\"reason\" value=\"\(form["reason"])\">"
        let content: HTML = """
            <p class="lead">\(reader[.correctCheckLead])</p>
            \(reader.card(to: "/results/\(result.id)/correct/send"))\(typed.hidden)\(reason)\(reader.version(form.version ?? 0))
              <div class="scroll" tabindex="0" role="region" aria-label="\(reader[.correctTitle])"><table>
              <thead><tr><td></td><th scope="col">\(reader[.correctNow])</th><th scope="col">\(reader[.correctThen])</th></tr></thead>
              <tbody><tr><th scope="row">\(words.status)</th><td>\(words.statuses[result.current.status])</td><td>\(status)</td></tr>
              \(rows)\(flag == nil && effect.flag == nil ? nil : flags)<tr><th scope="row">\(words.reason)</th><td></td><td>\(form["reason"])</td></tr></tbody></table></div>
              <h2>\(reader[.whatFollows])</h2><ul>\(follows(effect, on: result, reader))</ul><p class="hint">\(reader[.correctDepends])</p>
              <div class="actions"><button>\(reader[.correctStore])</button>
                <button class="quiet" name="change" value="result">\(reader[.changeResult])</button></div>
            </form>
            """
        return show(.correctCheck, result, [], nil, content, page)
    }

    /// The frame of the pages that change a result.
    static func show(
        _ title: PageText, _ result: ResultView, _ wrong: [Wrong], _ now: HTML?, _ content: HTML, _ page: PageCall
    ) -> Response {
        page.show(
            Document(
                title: page.reader[title], about: result.kitCode.description, tab: .results,
                refusal: .correctNotStored, wrong: wrong, now: now,
                back: (page.reader["/results/\(result.id)"], .theResult), content: content))
    }

    /// Stores the correction, or goes back to change it.
    static func send(_ page: PageCall, _ form: Form) async throws -> Response {
        let result = try await current(page)
        var typed = TypedReport(form, page.reader).about(result)
        guard form["change"].isEmpty, let correction = correction(of: result, &typed, form) else {
            return draw(result, typed, form, page)
        }
        do {
            _ = try await page.tenancy.results.correct(result.id, correction, by: page.caller)
            return .seeOther(page.reader["/results/\(result.id)?done=\(PageText.correctDone.rawValue)"])
        } catch {
            return try refused(error, result, typed, form, page)
        }
    }

    private static func refused(
        _ error: Refusal<CorrectResultFailure>, _ result: ResultView, _ typed: TypedReport, _ form: Form,
        _ page: PageCall
    ) throws -> Response {
        var typed = typed
        switch error {
        case .own(.versionMismatch): return draw(result, typed, form, page, isLate: true)
        case .own(.rangeRequired): typed.refuse("low", .rangeNeeded)
        case .own(.withdrawn): return .seeOther(page.reader["/results/\(result.id)"])
        case .invalid(let invalid): for field in invalid.fields { typed.refuse(field) }
        default: throw error
        }
        return draw(result, typed, form, page)
    }

    private static func follows(_ effect: CorrectionEffect, on result: ResultView, _ reader: Reader) -> [HTML] {
        // What is known of the patient only stands until the correction is stored.
        let ofPatient: [ResultHold] = [.implausibleJump, .genotypeDiffers]
        let hold = effect.hold ?? result.hold.flatMap { ofPatient.contains($0) ? $0 : nil }
        let alert: PageText = effect.callsPeople ? .willAlert : .willAlertOnly
        return [
            effect.raisesAlert ? "<li><b>\(reader[alert])</b></li>" as HTML : nil,
            hold.map { "<li>\(reader[$0.text]) \(reader[.willBeHeld])</li>" as HTML }
                ?? "<li>\(reader[result.kitID == nil ? .willWait : .willReach])</li>",
        ].compactMap(\.self)
    }

    /// Only a result that stands can be corrected.
    static func current(_ page: PageCall) async throws -> ResultView {
        let id: ResultID = try page.call.id()
        let result = try await page.tenancy.results.show(id, in: page.reader.language, by: page.caller)
        guard !result.current.status.isWithdrawn else { throw Problem.notFound }
        return result
    }

    /// What changes; nil: something of it can't be read, and the report says what.
    private static func correction(
        of result: ResultView, _ typed: inout TypedReport, _ form: Form
    ) -> ResultCorrection? {
        let (before, version) = (result.current.findings, form.version)
        let status = ResultStatus(rawValue: form["status"]).flatMap {
            kinds(of: result).map(\.0).contains($0) ? $0 : nil
        }
        let reason = form.text("reason")
        if reason?.count ?? 0 > 500 || reason == nil && status != .final { typed.refuse("reason", .typeWhyChanged) }
        if status == nil, !form["status"].isEmpty { typed.refuse("final", .correctChoose) }
        guard let report = typed.report(asking: .correctChoose), let status, let version else { return nil }
        let after = report.findings
        let shown = TypedReport(result, typed.reader)
        for name in ["genotype", "phenotype", "method", "low", "interpretation"] {
            let isKept = name == "low" && after.level == nil
            if !shown[name].isEmpty, typed[name].isEmpty, !isKept { typed.refuse(name, .correctEmpty) }
        }
        let isSame =
            before.testDate == after.testDate && before.level == after.level && before.genotype == after.genotype
            && before.phenotype == after.phenotype && before.method == after.method
            && before.reportedRange == after.reportedRange && before.interpretation == after.interpretation
        if isSame, status != .final { typed.refuse("value", .correctSame) }
        guard typed.wrong.isEmpty else { return nil }
        return ResultCorrection(
            reason: reason, status: status, testDate: before.testDate == after.testDate ? nil : after.testDate,
            level: before.level == after.level ? nil : after.level,
            withdrawsLevel: before.level != nil && after.level == nil,
            genotype: after.genotype, phenotype: after.phenotype, method: after.method, range: after.reportedRange,
            interpretation: after.interpretation, expectedVersions: [version])
    }

    /// What may have happened to a result.
    private static func kinds(of result: ResultView) -> [(ResultStatus, PageText)] {
        (result.current.status == .preliminary ? [(.final, .correctFinal)] : [])
            + [(.corrected, .correctWrong), (.amended, .correctMissing)]
    }

    private static func draw(
        _ result: ResultView, _ typed: TypedReport, _ form: Form, _ page: PageCall, isLate: Bool = false
    ) -> Response {
        let reader = page.reader
        let kinds = kinds(of: result).map {
            reader.radio("status", $0.rawValue, "\(reader[$1])", chosen: form["status"])
        }
        let level = result.current.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel]
        let content: HTML = """
            <p class="lead">\(reader[.correctLead])</p>
            \(reader.card(to: "/results/\(result.id)/correct"))\(reader.version(isLate ? result.current.number : form.version ?? result.current.number))
              <p><span class="code">\(result.kitCode.description)</span>, <span class="code">\(result.reference)</span></p>
              \(NewResultPage.fields(typed, reader))
              <fieldset id="final"><legend>\(reader[.correctKind])</legend>\(kinds)</fieldset>
              \(reader.longText("reason", .correctReason, form.text("reason"), typed.wrong, most: 500))
              <div class="actions"><button>\(reader[.correctCheck])</button></div>
            </form>
            """
        return show(.correctTitle, result, typed.wrong, isLate ? "<p>\(level)</p>" : nil, content, page)
    }
}
