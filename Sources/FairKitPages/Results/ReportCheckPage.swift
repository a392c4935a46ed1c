import FairKitCore
import FairKitFrame
import FairKitService

/// Reads back a laboratory's result before it is stored: how its level is interpreted, and what follows.
enum ReportCheckPage {
    static func draw(
        _ reported: ReportedResult, _ typed: TypedReport, _ page: PageCall, _ warnings: [String]
    ) -> Response {
        let (reader, result) = (page.reader, reported.result)
        let (version, words) = (result.current, page.reader.language.report)
        let facts: [(String, HTML?)] = [
            (reader[.kitCode], "<b class=\"code\">\(result.kitCode.description)</b>"),
            (reader[.labNumber], "\(typed["reference"])"), (words.testDate, reader.day(version.findings.testDate)),
            (reader[.genotypeWord], version.findings.genotype.map { "\($0.description)" }),
            (reader[.phenotypeWord], version.findings.phenotype.map { "\($0.description)" }),
            (words.status, "\(words.statuses[version.status])"),
        ]
        let content: HTML = """
            <p class="lead">\(reader[.checkResultLead])</p>
            \(warnings.isEmpty ? nil : warning(warnings, reader))
            \(reader.card(to: "/results/record"))\(typed.hidden)
              \(reader.value(version.findings.level, version.interpretation.flag))
              \(version.interpreted.map { RangeBar(of: $0).html(for: reader) })
              \(reader.facts(facts))
              <h2>\(reader[.whatFollows])</h2>
              <ul>\(consequences(of: reported, reader).map { "<li>\($0)</li>" as HTML })</ul>
              <div class="actions"><button>\(reader[.sendResult])</button>
                <button class="quiet" name="change" value="result">\(reader[.changeResult])</button></div>
            </form>
            """
        return page.show(
            Document(title: reader[.checkResult], about: reader.name, tab: .results, content: content))
    }

    private static func warning(_ warnings: [String], _ reader: Reader) -> HTML {
        """
        <section class="banner warning"><h2>\(reader[.warnTitle])</h2>\(warnings.map { "<p>\($0)</p>" as HTML })</section>
        """
    }

    /// What looks like a slip, though it may be right.
    static func warnings(about reported: ReportedResult, _ page: PageCall) async throws -> [String] {
        if case .repeated = reported { return [] }
        let (reader, result) = (page.reader, reported.result)
        let (day, today) = (result.current.findings.testDate, reader.day(at: page.tenancy.now()))
        var warnings: [String] = []
        func warn(_ text: PageText, _ day: CalendarDate) {
            warnings.append(reader[text, ["date": .text(reader.language.text(of: day))]])
        }
        let isFar = result.current.interpretation.verify.contains(.unitSuspect)
        if isFar || result.current.findings.level?.value.count == 0 { warnings.append(reader[.warnFar]) }
        if day < today.adding(days: -365) { warn(.warnOld, day) }
        let kit = try await page.ifSeen { () throws(Refusal<Never>) -> KitView? in
            try await page.tenancy.kits.find(result.kitCode, by: page.caller)
        }
        // A hold says it already.
        let begun = kit?.history?.first.map { reader.day(at: $0.event.at) }
        if result.hold != .dateBeforeIssue, let begun, day < begun { warn(.warnBeforeKit, begun) }
        if kit?.arrival == nil { warnings.append(reader[.warnNotArrived]) }
        return warnings
    }

    static func consequences(of reported: ReportedResult, _ reader: Reader) -> [HTML] {
        let result = reported.result
        if case .repeated = reported {
            return ["<a href=\"\(to: reader["/results/\(result.id)"])\">\(reader[.resultBefore])</a>"]
        }
        var lines: [HTML] = []
        if result.alertID != nil { lines.append("<b>\(reader[result.callsPeople ? .willAlert : .willAlertOnly])</b>") }
        if let hold = result.hold {
            lines.append("\(reader[hold.text]) \(reader[.willBeHeld])")
        } else if case .unmatched = reported {
            lines.append("\(reader[.willWait])")
        } else {
            lines.append("\(reader[.willReach])")
        }
        return lines
    }
}
