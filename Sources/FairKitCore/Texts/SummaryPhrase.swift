/// One thought of a summary for patients. Its texts stand in the catalogue; `docs/summaries.md` names the clinical
/// sources.
package enum SummaryPhrase: String, Sendable, CaseIterable {
    /// An explanation of AAT; the level and its range.
    case level
    /// An explanation of AAT where no level was reported.
    case withoutLevel = "without-level"
    case severelyLow = "severely-low"
    case low
    case normal
    case high
    case criticallyHigh = "critically-high"
    /// A low level without a known genotype.
    case askForGenotype = "ask-for-genotype"
    case first
    case risen
    case fallen
    case steady
    case open
    case genotypeUsual = "genotype-usual"
    case genotypeCarrier = "genotype-carrier"
    case genotypeTwoChanged = "genotype-two-changed"
    case genotypeSevere = "genotype-severe"
    case genotypeRare = "genotype-rare"
    /// The AAT proteins that were seen.
    case phenotype
    /// A level that inflammation may have raised.
    case acutePhase = "acute-phase"
    case preliminary
    case corrected
    case unverified
    /// All that a withdrawn result says.
    case withdrawn
    case closing

    /// The facts that it always has.
    package var needs: Set<SummaryFact> {
        switch self {
        case .level: [.date, .level, .range]
        case .withoutLevel: [.date]
        case .severelyLow: [.limit]
        case .criticallyHigh: [.times]
        case .risen, .fallen, .steady, .open: [.earlierLevel, .earlierDate]
        case .genotypeUsual, .genotypeCarrier, .genotypeTwoChanged, .genotypeSevere, .genotypeRare: [.genotype]
        case .phenotype: [.phenotype]
        case .low, .normal, .high, .askForGenotype, .first, .acutePhase, .preliminary, .corrected, .unverified,
            .withdrawn, .closing:
            []
        }
    }
}

/// The placeholders of summaries.
package enum SummaryFact: String, Sendable, CaseIterable {
    case date
    case level
    case range
    /// Optional: a text has it in square brackets.
    case laboratory
    /// Below it the deficiency is severe.
    case limit
    case times
    case earlierLevel
    case earlierDate
    case genotype
    case phenotype
}

extension AbnormalFlag {
    var phrase: SummaryPhrase {
        switch self {
        case .severelyLow: .severelyLow
        case .low: .low
        case .normal: .normal
        case .high: .high
        case .criticallyHigh: .criticallyHigh
        }
    }
}

extension LevelCourse {
    var phrase: SummaryPhrase {
        switch self {
        case .first: .first
        case .risen: .risen
        case .fallen: .fallen
        case .steady: .steady
        case .open: .open
        }
    }
}

extension Genotype.Meaning {
    var phrase: SummaryPhrase {
        switch self {
        case .usual: .genotypeUsual
        case .carrier: .genotypeCarrier
        case .twoChanged: .genotypeTwoChanged
        case .severe: .genotypeSevere
        case .rare: .genotypeRare
        }
    }
}
