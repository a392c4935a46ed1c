import FairKitCore
import Testing

@Suite struct `The catalogue of summaries` {
    @Test(arguments: SummaryPhrase.allCases)
    func `has each phrase in each language, with the same placeholders`(phrase: SummaryPhrase) {
        let texts = Language.allCases.map { $0.summary(phrase) }
        #expect(Set(texts).count == texts.count && texts.allSatisfy { !$0.isEmpty })
        for text in texts {
            let template = TextTemplate(text)
            #expect(template.isWellFormed)
            #expect(template.names(optional: false) == Set(phrase.needs.map(\.rawValue)))
            #expect(template.names(optional: true) == ([.level, .withoutLevel].contains(phrase) ? ["laboratory"] : []))
        }
    }

    @Test func `says what to do wherever it says that something is wrong`() {
        for (language, doctor) in [(Language.english, "doctor"), (.spanish, "médico"), (.swahili, "daktari")] {
            for phrase in [
                SummaryPhrase.severelyLow, .low, .high, .criticallyHigh, .withdrawn, .unverified, .acutePhase,
            ] {
                #expect(language.summary(phrase).contains(doctor), "\(language) \(phrase)")
            }
        }
    }
}

@Suite struct `A summary for the patient` {
    private func summary(
        _ version: ResultVersion, earlier: EarlierLevel? = nil, hold: ResultHold? = nil, genotype: String? = nil,
        in language: Language = .english
    ) throws -> ResultSummary {
        let result = try Example.result(version)
        let held = TestResult(
            id: result.id, laboratoryID: result.laboratoryID, reference: "R-1", kitCode: result.kitCode, kitID: nil,
            profileID: nil, current: version, alertID: nil, hold: hold)
        return ResultSummary(
            of: held, earlier: earlier, from: "Nyanza", knownGenotype: genotype.flatMap { Genotype($0) }, in: language)
    }

    private func level(_ count: Int64, _ unit: AATUnit = .milligramsPerDecilitre, _ comparator: Comparator? = nil)
        -> Level
    {
        Level(value: Thousandths(count: count), unit: unit, comparator: comparator)
    }

    private func before(_ count: Int64, _ unit: AATUnit = .milligramsPerDecilitre, _ comparator: Comparator? = nil)
        -> EarlierLevel
    {
        EarlierLevel(level: level(count, unit, comparator), testDate: CalendarDate("2026-04-02")!)
    }

    @Test(
        arguments: [
            ("ZZ", nil, nil, [SummaryPhrase.withoutLevel, .genotypeSevere, .closing]),
            (nil, "M1M2", nil, [.withoutLevel, .phenotype, .closing]),
            (nil, "M", "MZ", [.withoutLevel, .genotypeCarrier, .phenotype, .closing]),
        ] as [(String?, String?, String?, [SummaryPhrase])])
    func `without a level says what was found`(
        reported: String?, phenotype: String?, known: String?, phrases: [SummaryPhrase]
    ) throws {
        let version = Example.withoutLevel(genotype: reported, phenotype: phenotype)
        for language in Language.allCases {
            let summary = try summary(version, earlier: before(95_000), genotype: known, in: language)
            #expect(summary.phrases == phrases && summary.paragraphs.count == phrases.count)
            #expect(phenotype.map { summary.text.contains(" \($0)") } ?? true)
        }
    }

    @Test func `of a critical level says what to do, before anything else`() throws {
        let summary = try summary(Example.version(day: CalendarDate("2026-11-20")!))
        #expect(summary.phrases == [.level, .criticallyHigh, .first, .closing])
        #expect(
            summary.text.contains(
                "On 20 November 2026, your AAT level was 820 mg/dL, measured by Nyanza. The normal range of this test is 100–200 mg/dL."
            ))
        #expect(
            summary.paragraphs[1].hasPrefix(
                "This is 4 times the upper limit of the normal range. Contact your doctor today"))
    }

    @Test(arguments: [
        (Int64(56_000), SummaryPhrase.severelyLow), (57_000, .low), (99_000, .low), (100_000, .normal),
        (200_000, .normal),
        (201_000, .high), (800_000, .criticallyHigh),
    ])
    func `follows the flag`(count: Int64, phrase: SummaryPhrase) throws {
        let phrases = try summary(Example.version(level: count)).phrases
        #expect(phrases[1] == phrase)
        #expect(phrases.contains(.askForGenotype) == [.severelyLow, .low].contains(phrase))
    }

    @Test(arguments: [
        ("MM", SummaryPhrase.genotypeUsual), ("MS", .genotypeCarrier), ("MZ", .genotypeCarrier),
        ("M/Null", .genotypeCarrier), ("SS", .genotypeTwoChanged), ("SZ", .genotypeTwoChanged),
        ("S/Null", .genotypeTwoChanged), ("ZZ", .genotypeSevere), ("Z-Null", .genotypeSevere),
        ("Null-Null", .genotypeSevere), ("Mmalton/Z", .genotypeRare), ("M/F", .genotypeRare),
    ])
    func `follows the genotype`(genotype: String, phrase: SummaryPhrase) throws {
        #expect(try summary(Example.version(level: 90_000, genotype: genotype)).phrases.contains(phrase))
        let known = try summary(Example.version(level: 90_000), genotype: genotype)
        #expect(known.phrases.contains(phrase) && !known.phrases.contains(.askForGenotype))
        let unknown = try summary(Example.version(level: 90_000, genotype: "unknown"), genotype: genotype)
        #expect(unknown.phrases == known.phrases)
    }

    @Test func `follows the course`() throws {
        func course(_ earlier: EarlierLevel, _ after: Level) -> LevelCourse { LevelCourse(from: earlier, to: after) }
        #expect(course(before(100_000), level(119_000)) == .steady)
        #expect(course(before(100_000), level(120_000)) == .risen)
        #expect(course(before(100_000), level(80_000)) == .fallen)
        #expect(course(before(1_000, .gramsPerLitre), level(150_000)) == .risen)
        #expect(course(before(20_000, .micromolesPerLitre), level(150_000)) == .open)
        #expect(course(before(100_000, .milligramsPerDecilitre, .greater), level(150_000)) == .open)
        #expect(course(before(100_000), level(150_000, .milligramsPerDecilitre, .greater)) == .risen)
        #expect(course(before(0), level(0)) == .steady)
        let text = try summary(Example.version(level: 150_000), earlier: before(90_000)).text
        #expect(text.contains("The level is higher than on 2 April 2026, when it was 90 mg/dL."))
    }

    @Test func `says that a result is preliminary, corrected or unverified`() throws {
        #expect(try summary(Example.version(status: .preliminary)).phrases.contains(.preliminary))
        #expect(try summary(Example.version(status: .amended)).phrases.contains(.corrected))
        #expect(try summary(Example.version(), hold: .kitExpired).phrases.contains(.unverified))
        #expect(try summary(Example.version(level: 150_000, genotype: "ZZ")).phrases.contains(.unverified))
        #expect(try !summary(Example.version()).phrases.contains(.unverified))
    }

    @Test(arguments: [ResultStatus.cancelled, .enteredInError])
    func `of a withdrawn result has no level`(status: ResultStatus) throws {
        let summary = try summary(Example.version(status: status))
        #expect(summary.phrases == [.withdrawn, .closing])
        #expect(!summary.text.contains("820"))
    }

    @Test func `writes numbers and dates as its language does`() throws {
        let version = Example.version(
            level: 1_250, high: 2_000, unit: .gramsPerLitre, day: CalendarDate("2026-11-20")!)
        let spanish = try summary(version, earlier: before(900, .gramsPerLitre), in: .spanish).text
        #expect(spanish.contains("El 20 de noviembre de 2026, su nivel de AAT era de 1,25 g/L, medido por Nyanza."))
        #expect(spanish.contains("El nivel es más alto que el 2 de abril de 2026, cuando era de 0,9 g/L."))
        #expect(
            try summary(version, in: .swahili).text.contains(
                "Tarehe 20 Novemba 2026, kiwango chako cha AAT kilikuwa 1.25 g/L"))
    }

    @Test func `keeps a laboratory's name with braces and lines on one line`() throws {
        let result = try Example.result(Example.version())
        let summary = ResultSummary(of: result, earlier: nil, from: "{level}\n[X]", in: .english)
        #expect(summary.paragraphs[0].contains("measured by {level} [X]."))
    }

    @Test(arguments: Language.allCases)
    func `leaves no placeholder in any combination`(language: Language) throws {
        for count: Int64 in [10_000, 80_000, 150_000, 300_000, 900_000] {
            for genotype in [nil, "MM", "MZ", "SZ", "ZZ", "M/F", "unknown"] {
                for earlier in [nil, before(90_000), before(20_000, .micromolesPerLitre)] {
                    for status in ResultStatus.allCases {
                        let version = Example.version(level: count, status: status, genotype: genotype)
                        let summary = try summary(version, earlier: earlier, in: language)
                        #expect(summary.paragraphs.count == summary.phrases.count)
                        #expect(!summary.text.contains { "{}[]".contains($0) })
                    }
                }
            }
        }
    }

    @Test func `compares with the last result in force that is not held`() throws {
        let day = CalendarDate("2026-11-20")!
        func result(_ count: Int64, _ date: String, _ status: ResultStatus = .final, hold: ResultHold? = nil) throws
            -> TestResult
        {
            let result = try Example.result(
                Example.version(level: count, status: status, day: try #require(CalendarDate(date))))
            return TestResult(
                id: .new(at: Example.now), laboratoryID: result.laboratoryID, reference: "R", kitCode: result.kitCode,
                kitID: nil, profileID: nil, current: result.current, alertID: nil, hold: hold)
        }
        let last = try result(150_000, "\(day)")
        let others = [
            try result(90_000, "2026-01-01"), try result(95_000, "2026-02-01"),
            try result(96_000, "2026-03-01", .preliminary), try result(97_000, "2026-04-01", hold: .otherResult),
            try result(98_000, "2026-05-01", .enteredInError), try result(99_000, "2026-12-01"), last,
        ]
        #expect(EarlierLevel(before: last, among: others)?.level.value.count == 95_000)
        #expect(EarlierLevel(before: others[0], among: others) == nil)
    }
}

@Suite struct `The language that a client accepts` {
    @Test(arguments: [
        ("es", "es"), ("es-MX,es;q=0.9,en;q=0.8", "es en"), ("de, sw;q=0.3, en;q=0.2", "sw en"), ("EN-us", "en"),
        ("en;q=0.1, es;q=0.9", "es en"), ("es, sw;q=0.8", "es sw"), ("sw, en, es", "sw en es"),
        ("fr, es ; q=0.5", "es"), ("*", ""), ("", ""), ("de", ""), ("en;q=0", ""), ("en;q=7", ""), (";;,,q=", ""),
        ("es;q=nan", ""),
    ])
    func `is of ours, the best first`(header: String, languages: String) {
        #expect(Language.accepted(by: header).map(\.rawValue).joined(separator: " ") == languages)
    }
}
