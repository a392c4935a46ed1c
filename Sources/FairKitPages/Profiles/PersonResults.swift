import FairKitCore
import FairKitService

// The results of a person as a table, and their levels over time.

extension SeenRecord {
    func resultsCard(_ reader: Reader) -> HTML? {
        guard let results else { return nil }
        let words = reader.language.report
        guard !results.items.isEmpty else {
            let why = reader[results.withholding > 0 ? .resultsWithheld : .noResultsOfPatient]
            return "<section class=\"card\"><h2>\(reader[.results])</h2><p>\(why)</p></section>"
        }
        return """
            <section class="card">
              <h2>\(reader[.results])</h2>
              <div class="scroll" tabindex="0" role="region" aria-label="\(reader[.results])"><table>
              <caption>\(reader[.newestFirst, ["count": .number(results.items.count)]])</caption>
              <thead><tr><th scope="col">\(words.testDate)</th><th scope="col" class="num">\(words.level)</th>\
            <th scope="col">\(words.flag)</th><th scope="col">\(words.status)</th></tr></thead>
              <tbody>\(results.items.map { row($0, reader) })</tbody></table></div>
              \(olderResults.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            </section>
            """
    }

    private func row(_ result: ResultView, _ reader: Reader) -> HTML {
        let version = result.current
        return """
            <tr><th scope="row"><a href="\(to: reader["/results/\(result.id)"])">\(reader.day(version.findings.testDate))</a></th>\
            <td class="num">\(version.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel])</td>\
            <td>\(reader.signs(of: result))</td>\
            <td>\(reader.language.report.statuses[version.status])\
            \(version.number > 1 ? ", \(reader.language.report.version) \(version.number)" : "")</td></tr>

            """
    }

    /// One table for each unit, since levels of two units have no order.
    func trendCard(_ reader: Reader) -> HTML? {
        let trend = ResultTrend(of: results?.items.map(\.result) ?? [])
        let lines = trend.lines.filter { $0.points.count > 1 }
        guard !lines.isEmpty else { return nil }
        return """
            <section class="card">
              <h2>\(reader.language.report.trend)</h2>
              \(lines.map { table($0, reader) })
            </section>
            """
    }

    private func table(_ line: ResultTrend.Line, _ reader: Reader) -> HTML {
        let words = reader.language.report
        let rows = line.points.map { point -> HTML in
            """
            <tr><th scope="row">\(reader.day(point.date))</th>\
            <td class="num">\(reader.language.text(of: point.level))</td><td>\(reader.flag(point.flag))</td>\
            <td class="num">\(reader.language.text(of: point.range, in: line.unit))</td></tr>
            """
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(words.trend), \(line.unit.rawValue)"><table>
            <caption>\(line.unit.rawValue)</caption>
            <thead><tr><th scope="col">\(words.testDate)</th><th scope="col" class="num">\(words.level)</th>\
            <th scope="col">\(words.flag)</th><th scope="col" class="num">\(words.range)</th></tr></thead>
            <tbody>\(rows)</tbody></table></div>
            """
    }
}

extension Reader {
    /// The flag of a result and what else its reader must not overlook, each as a word with a sign.
    func signs(of result: ResultView) -> HTML {
        let version = result.current
        if version.status.isWithdrawn { return badge("plain", "✕", language.report.statuses[version.status]) }
        return """
            \(version.interpretation.flag.map { flag($0) })
            \(result.hold == nil ? nil : badge("held", "◇", self[.beingChecked]))
            \(result.hold == nil && result.needsVerification ? badge("held", "◇", self[.levelToVerify]) : nil)
            """
    }
}
