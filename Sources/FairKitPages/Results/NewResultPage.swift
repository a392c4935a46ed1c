import FairKitCore
import FairKitFrame
import FairKitService

/// The page where a laboratory enters a result. Another page shows what it means before anything is stored.
enum NewResultPage {
    static func show(_ page: PageCall) async throws -> Response { draw(page, TypedReport(page.reader)) }

    /// Shows what would happen, and asks whether it is right.
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        var typed = TypedReport(form, page.reader)
        guard let report = typed.report() else { return draw(page, typed) }
        let outcomes = try await page.tenancy.results.record(
            [BatchEntry(report, found: Faults())], isRehearsal: true, by: page.caller)
        switch outcomes.first {
        case .success(let reported):
            let warnings = try await ReportCheckPage.warnings(about: reported, page)
            return ReportCheckPage.draw(reported, typed, page, warnings)
        case .failure(let refusal):
            guard typed.refuse(refusal) else { throw refusal }
            return draw(page, typed)
        case nil: throw Problem.busy
        }
    }

    /// Stores the result that was read back, or goes back to change it.
    static func record(_ page: PageCall, _ form: Form) async throws -> Response {
        var typed = TypedReport(form, page.reader)
        guard form["change"].isEmpty, let report = typed.report() else { return draw(page, typed) }
        do {
            let made = try await page.tenancy.results.record(report, by: page.caller)
            let done: PageText = if case .repeated = made.value { .resultBefore } else { .resultEntered }
            return .seeOther(page.reader["/results/\(made.value.result.id)?done=\(done.rawValue)"])
        } catch {
            guard typed.refuse(error) else { throw error }
            return draw(page, typed)
        }
    }

    private static func draw(_ page: PageCall, _ typed: TypedReport) -> Response {
        let reader = page.reader
        let statuses = [ResultStatus.final, .preliminary].map {
            reader.radio("status", $0.rawValue, "\(reader.language.report.statuses[$0])", chosen: typed["status"])
        }
        let content: HTML = """
            <p class="lead">\(reader[.newResultLead])</p>
            <form class="card" method="post" action="\(to: reader["/results/new"])" data-draft="result">
              \(Shell.token(reader))
              \(text("kitCode", .kitCode, "class=\"code medium\" autocapitalize=\"characters\" required autofocus", typed, reader))
              \(text("reference", .labNumber, "class=\"medium\" required", typed, reader, hint: .labNumberHint))
              \(fields(typed, reader))
              <fieldset id="final"><legend>\(reader.language.report.status)</legend>\(statuses)</fieldset>
              <div class="actions"><button>\(reader[.checkResult])</button></div>
            </form>
            """
        return page.show(
            Document(
                title: reader[.newResult], about: reader.name, tab: .results, refusal: .resultNotEntered,
                wrong: typed.wrong, back: (reader["/results"], .results), content: content))
    }

    /// What a report says of a sample, as a result that is entered and one that is corrected have it.
    static func fields(_ typed: TypedReport, _ reader: Reader) -> HTML {
        """
        \(reader.field("testDate", .testDay, typed.wrong, with: .day(typed["testDate"], isRequired: true)))
        <fieldset><legend><h2>\(reader.language.report.level)</h2></legend>
          <p class="hint">\(reader[.levelOrTypeHint])</p>
          <div class="with">\(text("value", .levelWord, "class=\"short\" inputmode=\"text\"", typed, reader))\
        \(reader.unit(typed["unit"], typed.wrong))</div>
          <div class="with">\(text("low", .rangeFrom, "class=\"short\" inputmode=\"decimal\"", typed, reader))\
        \(text("high", .rangeTo, "class=\"short\" inputmode=\"decimal\"", typed, reader))</div>
          <p class="hint">\(reader[.rangeHint])</p>
          \(text("method", .methodWord, "class=\"medium\"", typed, reader))
        </fieldset>
        <div class="with">\(text("genotype", .genotypeWord, "class=\"short\"", typed, reader))\
        \(text("phenotype", .phenotypeWord, "class=\"short\"", typed, reader))</div>
        \(reader.longText("interpretation", .interpretationWord, typed["interpretation"], typed.wrong, most: Findings.longestInterpretation))
        """
    }

    static func text(
        _ name: String, _ label: PageText, _ attributes: HTML, _ typed: TypedReport, _ reader: Reader,
        hint: PageText? = nil
    ) -> HTML {
        reader.field(
            name, label, typed.wrong, hint: hint,
            with: "\(attributes) value=\"\(typed[name])\" autocomplete=\"off\" spellcheck=\"false\"")
    }
}
