/// The words of printed reports in one language. A report is for the patient and for any doctor they show it to.
package struct ReportWords: Sendable, Decodable {
    package let resultTitle: String
    package let historyTitle: String
    package let recordTitle: String
    package let patient: String
    package let name: String
    package let born: String
    package let sex: String
    package let sexes: EveryCase<AdministrativeSex, String>
    package let knownGenotype: String
    package let identifier: String
    package let notShown: String
    package let test: String
    package let testPerformed: String
    package let testName: String
    package let specimen: String
    package let specimenName: String
    package let kit: String
    package let testDate: String
    package let reportDate: String
    package let method: String
    package let reference: String
    package let result: String
    package let level: String
    package let range: String
    /// After a range that came with the result.
    package let reportedRange: String
    package let sampleFacts: String
    package let collectedAt: String
    package let orderNumber: String
    package let crp: String
    package let comment: String
    package let flag: String
    package let flags: EveryCase<AbnormalFlag, String>
    package let genotype: String
    package let phenotype: String
    package let interpretation: String
    package let unknown: String
    package let status: String
    package let statuses: EveryCase<ResultStatus, String>
    package let meaning: String
    package let trend: String
    /// With `{unit}`.
    package let chartCaption: String
    package let chartConverted: String
    package let chartHollow: String
    package let laboratory: String
    package let address: String
    package let addressNotKept: String
    package let phone: String
    package let director: String
    package let versions: String
    package let version: String
    package let reason: String
    /// With `{date}` and `{version}`.
    package let corrected: String
    package let preliminary: String
    package let withdrawn: String
    package let held: String
    package let verify: String
    /// With `{count}`.
    package let newestOnly: String
    package let noResults: String
    package let kits: String
    package let registeredOn: String
    package let kitStatuses: EveryCase<KitStatus, String>
    package let alerts: String
    package let raisedOn: String
    package let accesses: String
    /// With `{count}`.
    package let accessesCounted: String
    /// On each page, with `{date}`.
    package let footer: String
}

extension Language {
    /// A level as it was reported, with this language's decimal mark: `>1,25 g/L`.
    package func text(of level: Level) -> String {
        "\(level.comparator?.rawValue ?? "")\(decimal("\(level.value)")) \(level.unit.rawValue)"
    }

    /// A time in UTC: `2 April 2026, 09:05 UTC`.
    package func text(of time: Timestamp) -> String {
        let local = LocalDateTime(time, offset: 0)
        return "\(text(of: local.date)), \(clock(local)) UTC"
    }

    /// A level of CRP as it was reported: `12 mg/L`.
    package func text(of crp: CRP) -> String { "\(decimal("\(crp.value)")) \(crp.unit.rawValue)" }

    /// A range in its unit: `100–200 mg/dL`.
    package func text(of range: AppliedRange, in unit: AATUnit) -> String {
        "\(decimal("\(range.low)"))–\(decimal("\(range.high)")) \(unit.rawValue)"
    }
}

extension String {
    /// The template with its placeholders filled.
    package func filled(_ values: [String: String], in language: Language) -> String {
        TextTemplate(self).text(in: language) { name in values[name].map { .text($0) } } ?? self
    }
}
