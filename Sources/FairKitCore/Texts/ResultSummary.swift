/// The meaning of a result, in words for its patient (requirement R2.14).
///
/// It says what the level is, what that means, and what to do; then how it compares, what the genotype means, and how
/// sure the result is. A text about a critical level always says what to do.
package struct ResultSummary: Equatable, Sendable {
    package let language: Language
    /// Its phrases, in the order of reading.
    package let phrases: [SummaryPhrase]
    /// The text of each phrase.
    package let paragraphs: [String]

    /// All paragraphs, one a line.
    package var text: String { paragraphs.joined(separator: "\n") }

    /// - Parameters:
    ///   - earlier: the patient's last level before this result: see `EarlierLevel.init(before:among:)`.
    ///   - laboratory: its name; nil: it is not told.
    ///   - knownGenotype: the profile's, for a result without one.
    package init(
        of result: TestResult, earlier: EarlierLevel?, from laboratory: String? = nil, knownGenotype: Genotype? = nil,
        in language: Language
    ) {
        let (version, findings) = (result.current, result.current.findings)
        let reported = findings.genotype == .unknown ? nil : findings.genotype
        let genotype = reported ?? knownGenotype
        let course = findings.level.map { LevelCourse(from: earlier, to: $0) }
        let writer = SummaryWriter(
            language: language, findings: findings, interpreted: version.interpreted, laboratory: laboratory,
            earlier: earlier,
            genotype: genotype)
        self.language = language
        phrases = ResultSummary.phrases(of: result, genotype: genotype, course)
        paragraphs = phrases.compactMap { writer.text(of: $0) }
    }

    private static func phrases(
        of result: TestResult, genotype: Genotype?, _ course: LevelCourse?
    ) -> [SummaryPhrase] {
        let version = result.current
        guard !version.status.isWithdrawn else { return [.withdrawn, .closing] }
        let flag = version.interpretation.flag
        var phrases: [SummaryPhrase] = flag.map { [.level, $0.phrase] } ?? [.withoutLevel]
        let meaning = genotype?.meaning
        if meaning == nil, flag == .severelyLow || flag == .low { phrases.append(.askForGenotype) }
        if let course { phrases.append(course.phrase) }
        if let meaning { phrases.append(meaning.phrase) }
        if version.findings.phenotype != nil { phrases.append(.phenotype) }
        if version.remarks.contains(.acutePhase) { phrases.append(.acutePhase) }
        if version.status == .preliminary { phrases.append(.preliminary) }
        if version.status == .amended || version.status == .corrected { phrases.append(.corrected) }
        if result.needsVerification { phrases.append(.unverified) }
        return phrases + [.closing]
    }
}

extension TestResult {
    /// Whether its level is suspect, and no person has verified it. A withdrawn result has no level to verify.
    package var isSuspect: Bool {
        !current.status.isWithdrawn && verifiedAt == nil && !current.interpretation.verify.isEmpty
    }

    /// Whether it is held from its patient. A withdrawn result waits for no one.
    package var isHeld: Bool { hold != nil && !current.status.isWithdrawn }

    /// Whether a person has yet to verify or confirm it.
    package var needsVerification: Bool { isHeld || isSuspect }
}

/// Fills the phrases of one summary.
private struct SummaryWriter {
    let language: Language
    let findings: Findings
    let interpreted: InterpretedLevel?
    let laboratory: String?
    let earlier: EarlierLevel?
    let genotype: Genotype?

    func text(of phrase: SummaryPhrase) -> String? {
        TextTemplate(language.summary(phrase)).text(in: language) { name in SummaryFact(rawValue: name).flatMap(value) }
    }

    private func value(_ fact: SummaryFact) -> TextTemplate.Value? {
        let unit = interpreted?.level.unit
        switch fact {
        case .date: return .text(language.text(of: findings.testDate))
        case .level: return interpreted.map { .text(text(of: $0.level)) }
        case .range: return interpreted.map { .text(language.text(of: $0.range, in: $0.level.unit)) }
        case .laboratory: return laboratory.map { .line($0) }
        case .limit: return unit.map { .text("\(language.decimal("\($0.severeLimit)")) \($0.rawValue)") }
        case .times: return interpreted.map { .number(Int($0.range.times($0.level))) }
        case .earlierLevel: return earlier.map { .text(text(of: $0.level)) }
        case .earlierDate: return earlier.map { .text(language.text(of: $0.testDate)) }
        case .genotype: return genotype.map { .text("\($0)") }
        case .phenotype: return findings.phenotype.map { .text("\($0)") }
        }
    }

    private func text(of level: Level) -> String {
        "\(level.comparator?.rawValue ?? "")\(language.decimal("\(level.value)")) \(level.unit.rawValue)"
    }
}
