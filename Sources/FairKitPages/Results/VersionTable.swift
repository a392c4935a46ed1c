import FairKitCore

/// The versions of a result side by side, the newest first. What differs from the version before is marked by a word and a
/// sign, and the reason of a correction stands beside both versions.
struct VersionTable {
    /// Newest first.
    private let versions: [ResultVersion]

    /// - Parameter versions: oldest first.
    init(_ versions: [ResultVersion]) { self.versions = versions.reversed() }

    func html(for reader: Reader) -> HTML? {
        guard versions.count > 1 else { return nil }
        let words = reader.language.report
        let heads = versions.enumerated().map { place, version -> HTML in
            """
            <th scope="col">\(words.version) \(version.number)\(place == 0 ? " (\(reader[.current]))" : "")<br>\
            <span class="small soft">\(reader.moment(version.recordedAt))</span></th>
            """
        }
        let rows = facts(reader).compactMap { label, fact in row(label, fact, reader) }
        return """
            <section class="card">
              <h2>\(words.versions)</h2>
              <div class="scroll" tabindex="0" role="region" aria-label="\(words.versions)"><table>
              <caption>\(reader[.versionsCaption])</caption>
              <thead><tr><td></td>\(heads)</tr></thead>
              <tbody>\(reasons(reader))\(rows)</tbody></table></div>
            </section>
            """
    }

    private typealias Fact = (ResultVersion) -> String?

    private func facts(_ reader: Reader) -> [(String, Fact)] {
        let (words, language) = (reader.language.report, reader.language)
        return [
            (words.level, { $0.findings.level.map { language.text(of: $0) } }),
            (words.flag, { $0.interpretation.flag.map { words.flags[$0] } }),
            (
                words.range,
                { version in version.interpreted.map { language.text(of: $0.range, in: $0.level.unit) } }
            ),
            (words.status, { words.statuses[$0.status] }),
            (words.testDate, { language.text(of: $0.findings.testDate) }),
            (words.genotype, { $0.findings.genotype.map { "\($0)" } }),
            (words.phenotype, { $0.findings.phenotype.map { "\($0)" } }), (words.method, { $0.findings.method }),
            (words.crp, { $0.findings.sample.crp.map { language.text(of: $0) } }),
            (words.comment, { $0.findings.sample.comment }), (words.interpretation, { $0.findings.interpretation }),
        ]
    }

    private func row(_ label: String, _ fact: Fact, _ reader: Reader) -> HTML? {
        guard versions.contains(where: { fact($0) != nil }) else { return nil }
        let cells = versions.indices.map { place -> HTML in
            let isChanged = place + 1 < versions.count && fact(versions[place]) != fact(versions[place + 1])
            let flag = label == reader.language.report.flag ? versions[place].interpretation.flag : nil
            let value: HTML = flag.map { reader.flag($0) } ?? "\(fact(versions[place]) ?? "–")"
            let mark: HTML? = isChanged ? "<br>\(reader.badge("plain", "≠", reader[.changedWord]))" : nil
            return "<td\(isChanged ? " class=\"changed\"" as HTML : nil)>\(value)\(mark)</td>"
        }
        return "<tr><th scope=\"row\">\(label)</th>\(cells)</tr>\n"
    }

    /// Beside the version that a correction made, and beside the one that it replaced.
    private func reasons(_ reader: Reader) -> HTML {
        let cells = versions.indices.map { place -> HTML in
            let own = versions[place].reason.map { "<p>\($0)</p>" as HTML }
            let replaced: HTML? =
                place == 0
                ? nil
                : versions[place - 1].reason.map { reason in
                    "<p class=\"soft\">\(reader[.versionReplaced, ["reason": .text(reason)]])</p>"
                }
            return "<td>\(own)\(replaced)</td>"
        }
        return "<tr><th scope=\"row\">\(reader.language.report.reason)</th>\(cells)</tr>\n"
    }
}
