import FairKitCore
import FairKitFrame
import FairKitService

/// A laboratory reported a result with the code of another kit. The result is stored once more under the right code, and the
/// wrong one is withdrawn. The same again undoes it.
enum KitCodePage {
    static func show(_ page: PageCall) async throws -> Response {
        let (result, reader) = (try await CorrectPage.current(page), page.reader)
        try page.requireProof()
        var typed = TypedReport(reader)
        typed["reference"] = "\(result.reference.prefix(98))-2"
        if let kit = page.query("kit").flatMap({ KitID($0) }) {
            typed["kitCode"] = "\(try await page.tenancy.kits.show(kit, by: page.caller).code)"
        }
        return draw(result, typed, reader[.codeReason], page)
    }

    /// Shows what follows, and stores it once it is confirmed.
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ResultID)
        let result = try await page.tenancy.results.show(id, in: reader.language, by: page.caller)
        try page.requireProof()
        var typed = TypedReport(form, reader)
        if result.current.status.isWithdrawn {
            guard let right = try await stored(result, typed, form, page) else { throw Problem.notFound }
            return .seeOther(reader["/results/\(right)?done=\(PageText.codeDone.rawValue)"])
        }
        guard form["do"] != "change", let report = report(of: result, &typed, form) else {
            return draw(result, typed, form["reason"], page)
        }
        guard form.version == result.current.number else {
            return draw(result, typed, form["reason"], page, isLate: true)
        }
        guard form["do"] == "store" else {
            let outcomes = try await page.tenancy.results.record(
                [BatchEntry(report, found: Faults())], isRehearsal: true, by: page.caller)
            switch outcomes.first {
            case .success(let reported): return check(result, reported, typed, form["reason"], page)
            case .failure(let refusal):
                guard typed.refuse(refusal) else { throw refusal }
                return draw(result, typed, form["reason"], page)
            case nil: throw Problem.busy
            }
        }
        let right: ResultID
        do { right = try await page.tenancy.results.record(report, by: page.caller).value.result.id } catch {
            guard typed.refuse(error) else { throw error }
            return draw(result, typed, form["reason"], page)
        }
        do {
            _ = try await page.tenancy.results.correct(
                result.id, .withdrawal(of: result.current.number, because: form.text("reason")), by: page.caller)
        } catch {
            switch error {
            case .own(.withdrawn): break
            case .own(.versionMismatch):
                return .seeOther(reader["/results/\(result.id)?done=\(PageText.codeHalf.rawValue)"])
            default: throw error
            }
        }
        return .seeOther(reader["/results/\(right)?done=\(PageText.codeDone.rawValue)"])
    }

    private static func check(
        _ result: ResultView, _ reported: ReportedResult, _ typed: TypedReport, _ reason: String, _ page: PageCall
    ) -> Response {
        let (reader, words, after) = (page.reader, page.reader.language.report, reported.result)
        let rows: [(String, HTML, HTML)] = [
            (
                reader[.kitCode], "<b class=\"code\">\(result.kitCode.description)</b>",
                "<b class=\"code\">\(after.kitCode.description)</b>"
            ),
            (
                reader[.labNumber], "<span class=\"code\">\(result.reference)</span>",
                "<span class=\"code\">\(typed["reference"])</span>"
            ),
            (words.flag, reader.signs(of: result), reader.signs(of: after)),
            (words.status, "\(words.statuses[.enteredInError])", "\(words.statuses[after.current.status])"),
        ]
        let content: HTML = """
            <p class="lead">\(reader[.codeCheckLead])</p>
            \(reader.card(to: "/results/\(result.id)/code"))\(typed.hidden)\(reader.version(result.current.number))
              <input type="hidden" name="reason" value="\(reason)">
              \(reader.value(result.current.findings.level, nil))
              <div class="scroll" tabindex="0" role="region" aria-label="\(reader[.codeTitle])"><table>
              <thead><tr><td></td><th scope="col">\(reader[.correctNow])</th><th scope="col">\(reader[.codeNew])</th></tr></thead>
              <tbody>\(rows.map { "<tr><th scope=\"row\">\($0.0)</th><td>\($0.1)</td><td>\($0.2)</td></tr>" as HTML })</tbody></table></div>
              <h2>\(reader[.whatFollows])</h2>
              <ul>\(ReportCheckPage.consequences(of: reported, reader).map { "<li>\($0)</li>" as HTML })</ul>
              <div class="actions"><button name="do" value="store">\(reader[.codeStore])</button>
                <button class="quiet" name="do" value="change">\(reader[.changeResult])</button></div>
            </form>
            """
        return CorrectPage.show(.codeTitle, result, [], nil, content, page)
    }

    private static func draw(
        _ result: ResultView, _ typed: TypedReport, _ reason: String, _ page: PageCall, isLate: Bool = false
    ) -> Response {
        let reader = page.reader
        let level = result.current.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel]
        let content: HTML = """
            <p class="lead">\(reader[.codeLead])</p>
            \(reader.card(to: "/results/\(result.id)/code"))\(reader.version(result.current.number))
              <p>\(reader[.correctNow]): <b class="code">\(result.kitCode.description)</b>, <span class="code">\(result.reference)</span>, \(level)</p>
              \(NewResultPage.text("kitCode", .codeRight, "class=\"code medium\" autocapitalize=\"characters\" required", typed, reader))
              \(NewResultPage.text("reference", .labNumber, "class=\"medium\" required", typed, reader, hint: .codeNumberHint))
              \(reader.longText("reason", .withdrawReason, reason, typed.wrong, most: 500))
              <div class="actions"><button>\(reader[.correctCheck])</button></div>
            </form>
            """
        return CorrectPage.show(.codeTitle, result, typed.wrong, isLate ? "<p>\(level)</p>" : nil, content, page)
    }
}
