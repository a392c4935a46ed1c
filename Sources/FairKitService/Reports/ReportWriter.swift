import FairKitCore

/// Writes reports in one language: what stands where. `Typesetting` decides how it looks.
///
/// A result's report has what a laboratory's report must have by the rules of the United States (42 CFR 493.1291(c)):
/// the patient's name and a number of the sample, the laboratory, the date of the report, the test, the specimen, the
/// result with its unit, and its interpretation. Where no administrator has set the laboratory's address, the report says
/// so: see decision 0107.
struct ReportWriter: Sendable {
    let language: Language
    let issuer: DisplayName
    /// When it is printed, and that day where the patient lives.
    let now: Timestamp
    let today: CalendarDate

    private var words: ReportWords { language.report }

    /// One result.
    /// - Parameters:
    ///   - versions: the oldest first.
    ///   - meaning: the summary for the patient, in paragraphs.
    func report(
        of printed: PrintedHistory.PrintedResult, _ versions: [ResultVersion], in history: PrintedHistory,
        meaning: [String]
    ) -> PrintedDocument {
        let (result, version) = (printed.result, printed.result.current)
        var blocks = notices(of: result).map { PrintedDocument.Block.notice($0) }
        blocks += [.heading(words.patient), .facts(patient(history.person))]
        blocks += [.heading(words.result)]
        if !version.status.isWithdrawn { blocks.append(.facts(findings(of: version))) }
        blocks += interpretation(of: version)
        blocks += [
            .heading(words.test),
            .facts(
                [
                    .init(words.testPerformed, words.testName), .init(words.specimen, words.specimenName),
                    .init(words.kit, "\(result.kitCode)"), .init(words.reference, result.reference),
                ] + order(of: version) + [
                    .init(words.testDate, language.text(of: version.findings.testDate)),
                    .init(words.reportDate, day(of: version.recordedAt)),
                    .init(words.method, version.findings.method ?? words.unknown),
                    .init(words.status, words.statuses[version.status]),
                ]),
        ]
        if !meaning.isEmpty {
            blocks += [.heading(words.meaning)] + meaning.map { PrintedDocument.Block.paragraph($0) }
        }
        if let chart = history.chart(in: language), chart.points.count > 1 {
            blocks += [.heading(words.trend), .chart(chart)]
        }
        if versions.count > 1 { blocks += [.heading(words.versions), .table(table(of: versions))] }
        blocks += self.blocks(about: [printed.laboratory])
        return document(words.resultTitle, blocks)
    }

    /// All results of a person.
    func report(of history: PrintedHistory) -> PrintedDocument {
        document(words.historyTitle, [.heading(words.patient), .facts(patient(history.person))] + results(of: history))
    }

    /// The chart and the table of a history, and its laboratories.
    func results(of history: PrintedHistory) -> [PrintedDocument.Block] {
        var blocks: [PrintedDocument.Block] = [.heading(words.trend)]
        guard !history.results.isEmpty else { return blocks + [.paragraph(words.noResults)] }
        if let chart = history.chart(in: language) { blocks.append(.chart(chart)) }
        blocks.append(
            .table(
                .init(
                    widths: [8, 8, 10, 9, 7, 7, 9],
                    titles: [
                        words.testDate, words.level, words.range, words.flag, words.genotype, words.status,
                        words.laboratory,
                    ], rows: history.results.map(row))))
        let shown = history.results.filter { !$0.result.current.status.isWithdrawn }.map(sampleRow)
            .filter { $0.dropFirst().contains { $0 != "–" } }
        if !shown.isEmpty {
            let titles = [words.testDate, words.orderNumber, words.collectedAt, words.crp, words.comment]
            blocks += [
                .heading(words.sampleFacts), .table(.init(widths: [8, 8, 10, 6, 18], titles: titles, rows: shown)),
            ]
        }
        if history.isCut {
            let count = language.text(of: history.results.count)
            blocks.append(.paragraph(words.newestOnly.filled(["count": count], in: language)))
        }
        return blocks + self.blocks(about: history.laboratories)
    }

    /// Where the tests were performed (42 CFR 493.1291(c)(2)).
    private func blocks(about laboratories: [Laboratory]) -> [PrintedDocument.Block] {
        [.heading(words.laboratory)]
            + laboratories.map { laboratory in
                let details = laboratory.details
                var facts = [
                    PrintedDocument.Fact(words.name, laboratory.name),
                    PrintedDocument.Fact(words.address, details.address ?? words.addressNotKept),
                ]
                if let phone = details.phone { facts.append(.init(words.phone, "\(phone)")) }
                if let director = details.director { facts.append(.init(words.director, director)) }
                return .facts(facts)
            }
    }

    func document(_ title: String, _ blocks: [PrintedDocument.Block]) -> PrintedDocument {
        PrintedDocument(
            language: language.rawValue, title: title, issuer: issuer.text, blocks: blocks,
            footer: words.footer.filled(["date": language.text(of: today)], in: language),
            createdAt: now.milliseconds / 1000, producer: "FairKit")
    }

    func patient(_ person: PrintedHistory.Person?) -> [PrintedDocument.Fact] {
        guard let person else { return [.init(words.name, words.notShown)] }
        let details = person.details
        var facts = [PrintedDocument.Fact(words.name, details.fullName)]
        guard !person.isNameOnly else { return facts }
        facts.append(.init(words.born, language.text(of: details.birthDate)))
        if details.sex != .unknown { facts.append(.init(words.sex, words.sexes[details.sex])) }
        if let genotype = details.knownGenotype { facts.append(.init(words.knownGenotype, text(of: genotype))) }
        for identifier in details.identifiers {
            facts.append(.init("\(words.identifier): \(identifier.system)", identifier.value))
        }
        return facts
    }

    private func notices(of result: TestResult) -> [String] {
        let version = result.current
        var notices: [String] = []
        if version.status.isWithdrawn { notices.append(words.withdrawn) }
        if version.status == .preliminary { notices.append(words.preliminary) }
        if version.number > 1, !version.status.isWithdrawn {
            let values = ["date": day(of: version.recordedAt), "version": "\(version.number)"]
            notices.append(words.corrected.filled(values, in: language))
        }
        if result.isHeld { notices.append(words.held) }
        if result.isSuspect { notices.append(words.verify) }
        return notices
    }

    private func findings(of version: ResultVersion) -> [PrintedDocument.Fact] {
        let sample = version.findings.sample
        let more: [PrintedDocument.Fact?] = [
            sample.crp.map { .init(words.crp, language.text(of: $0)) }, sample.comment.map { .init(words.comment, $0) },
        ]
        let range = text(ofRange: version)
        return [
            .init(words.level, text(ofLevel: version) ?? words.unknown),
            range.map {
                .init(words.range, version.range?.source == .reported ? "\($0) (\(words.reportedRange))" : $0)
            },
            flag(of: version).map { .init(words.flag, $0) },
            .init(words.genotype, version.findings.genotype.map(text) ?? words.unknown),
            version.findings.phenotype.map { .init(words.phenotype, "\($0)") },
        ].compactMap(\.self) + more.compactMap(\.self)
    }

    /// nil: no level was reported.
    private func text(ofLevel version: ResultVersion) -> String? {
        version.findings.level.map { language.text(of: $0) }
    }

    private func text(ofRange version: ResultVersion) -> String? {
        version.interpreted.map { language.text(of: $0.range, in: $0.level.unit) }
    }

    /// The laboratory's interpretation, in parts that a page can be broken in.
    private func interpretation(of version: ResultVersion) -> [PrintedDocument.Block] {
        guard let text = version.findings.interpretation, !version.status.isWithdrawn else { return [] }
        return [.heading(words.interpretation)] + text.parts(of: 5000).map { .paragraph(String($0)) }
    }

    /// The laboratory's facts about the sample's way.
    private func order(of version: ResultVersion) -> [PrintedDocument.Fact] {
        let sample = version.findings.sample
        return [
            sample.orderNumber.map { .init(words.orderNumber, $0) },
            sample.collectedAt.map { .init(words.collectedAt, language.text(of: $0)) },
        ].compactMap(\.self)
    }

    private func sampleRow(_ printed: PrintedHistory.PrintedResult) -> [String] {
        let findings = printed.result.current.findings
        let sample = findings.sample
        return [
            language.text(of: findings.testDate), sample.orderNumber ?? "–",
            sample.collectedAt.map { language.text(of: $0) } ?? "–", sample.crp.map { language.text(of: $0) } ?? "–",
            sample.comment ?? "–",
        ]
    }

    /// In words, with the code of HL7 table 0078.
    private func flag(of version: ResultVersion) -> String? {
        version.interpretation.flag.map { "\(words.flags[$0]) (\($0.rawValue))" }
    }

    private func text(of genotype: Genotype) -> String {
        genotype == .unknown ? words.unknown : genotype.description
    }

    private func table(of versions: [ResultVersion]) -> PrintedDocument.Table {
        .init(
            widths: [3, 4, 6, 5, 8],
            titles: [words.version, words.status, words.reportDate, words.level, words.reason],
            rows: versions.map { version in
                [
                    "\(version.number)", words.statuses[version.status],
                    day(of: version.recordedAt),
                    version.status.isWithdrawn ? "–" : text(ofLevel: version) ?? "–",
                    version.reason ?? "–",
                ]
            })
    }

    private func row(_ printed: PrintedHistory.PrintedResult) -> [String] {
        let version = printed.result.current
        let date = language.text(of: version.findings.testDate)
        var status = words.statuses[version.status]
        if printed.result.isHeld { status += ". \(words.held)" }
        let gene = [
            version.findings.genotype.map(text), version.findings.phenotype.map { "\(words.phenotype) \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
        guard !version.status.isWithdrawn else { return [date, "–", "–", "–", "–", status, printed.laboratory.name] }
        return [
            date, text(ofLevel: version) ?? "–", text(ofRange: version) ?? "–", flag(of: version) ?? "–",
            gene.isEmpty ? "–" : gene, status, printed.laboratory.name,
        ]
    }

    /// The day of a time, in UTC as the results' own times are.
    func day(of time: Timestamp) -> String { language.text(of: time.date(offset: 0)) }
}

extension String {
    /// The text in parts of at most so many characters, each ending with a line or a word where there is one.
    fileprivate func parts(of most: Int) -> [Substring] {
        var (parts, rest): ([Substring], Substring) = ([], self[...])
        while !rest.isEmpty {
            var part = rest.prefix(most)
            if part.endIndex < rest.endIndex, let end = part.lastIndex(of: "\n") ?? part.lastIndex(of: " ") {
                part = rest[...end]
            }
            parts.append(part)
            rest = rest[part.endIndex...]
        }
        return parts
    }
}
