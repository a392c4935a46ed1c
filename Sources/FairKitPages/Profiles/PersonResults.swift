import FairKitCore
import FairKitService

// The results of a person as a table, and their levels over time.

extension SeenRecord {
    func resultsCard(_ reader: Reader) -> HTML? {
        guard let results else { return nil }
        let words = reader.language.report
        guard !results.items.isEmpty else {
            let why = reader[results.withholding > 0 ? .resultsWithheld : .noResultsOfPatient]
            let way: HTML? =
                results.withholding > 0 && reader.may(.breakGlass)
                ? """
                <details class="more"><summary>\(reader[.emergencyFind])</summary><p>\(reader[.emergencyLead])</p>\
                \(EmergencyForm().html(reader["/people/\(person)/emergency"], asking: false, back: reader["/people/\(person)"], reader))</details>
                """ : nil
            return "<section class=\"card\"><h2>\(reader[.results])</h2><p>\(why)</p>\(way)</section>"
        }
        return """
            <section class="card">
              <h2>\(reader[.results])</h2>
              \(reader.scrolled(
                reader[.results], reader[.newestFirst, ["count": .number(results.items.count)]],
                [words.testDate, words.level, words.flag, words.status], numbers: [1],
                results.items.map { row($0, reader) }))
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
            <td>\(reader.status(of: result))\
            \(version.number > 1 ? ", \(reader.language.report.version) \(version.number)" : "")</td></tr>

            """
    }

    /// The listed levels over time, with a chart for each unit, as soon as two have one.
    func trend(_ reader: Reader) -> [HTML] {
        let lines = ResultTrend(of: results?.items.map(\.result) ?? []).lines
        let held = results?.items.filter { $0.hold != nil && !$0.current.status.isWithdrawn } ?? []
        return lines.filter { $0.points.count > 1 }.map { line in
            let missing = held.count { $0.current.findings.level?.unit == line.unit }
            return TrendCard(line: line, note: reader.notDrawn(missing)).html(for: reader)
        }
    }

    /// The newest result, with the range in which its level stands.
    func latestCard(_ reader: Reader) -> HTML? {
        guard isNewest, let latest = results?.items.first else { return nil }
        let version = latest.current
        return """
            <section class="card">
              <div class="head"><h2>\(reader[.latestLevel])</h2>\(reader.day(version.findings.testDate))</div>
              \(version.findings.level == nil ? "<p class=\"lead\">\(reader[.noLevel])</p>" : reader.value(version.findings.level, nil))
              <p>\(reader.signs(of: latest))</p>
              \(version.status.isWithdrawn ? nil : version.interpreted.map { RangeBar(of: $0).html(for: reader) })
              <p><a href="\(to: reader["/results/\(latest.id)"])">\(reader[.openResult])</a></p>
            </section>
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
            \(result.hold != nil || result.needsVerification ? waits : nil)
            """
    }

    /// The sign of a level that no one should act on yet: patients read that it is being checked.
    var waits: HTML { badge("held", "◇", self[role == .patient ? .beingChecked : .toVerify]) }

    /// The status of a result, in words if a part is still to come. What is "final" for the laboratory may still have to be
    /// verified here.
    func status(of result: ResultView) -> String {
        let status = result.current.status
        let word = status == .preliminary ? self[.partial] : language.report.statuses[status]
        let waits = !status.isWithdrawn && (result.hold != nil || result.needsVerification)
        return waits ? self[.statusReported, ["status": .text(word)]] : word
    }
}
