package import FairKitAPI
package import FairKitCore
package import FairKitService

extension ResultRequest {
    /// - Parameter sent: the values that were sent where the faults are.
    package func report(_ faults: inout Faults, sent: (Faults) -> [String: String]) -> ResultReport {
        let findings = Findings(
            testDate: faults.date(testDate, at: "/testDate"), level: level?.level(at: "/level", &faults),
            genotype: faults.genotype(genotype, at: "/genotype"),
            phenotype: faults.phenotype(phenotype, at: "/phenotype"), method: method,
            reportedRange: range.map { $0.range(at: "/range", &faults) },
            sample: sample?.sample(at: "/sample", &faults) ?? SampleFacts(),
            interpretation: interpretation?.withLineFeeds)
        let status = faults.status(self.status) ?? .final
        return ResultReport(
            reference: reference, kitCode: kitCode, status: status, findings: findings, sent: sent(faults))
    }
}

extension BatchEntry {
    /// The report in a row of a table.
    package init(_ members: [String: String], written form: TableForm) {
        var faults = Faults()
        let report = ResultRequest(members, written: form, noting: &faults).report(&faults) { faults in
            ResultRequest.sent(in: members, at: faults)
        }
        self.init(report, found: faults)
    }
}

extension String {
    /// With the line ends of Windows as line feeds.
    package var withLineFeeds: String { replacing("\r\n", with: "\n") }
}

extension Faults {
    package mutating func status(_ text: String?) -> ResultStatus? {
        readIfPresent(text) { text throws(Invalid) in
            guard let status = ResultStatus(rawValue: text) else { throw Invalid("/status", "a status that exists") }
            return status
        }
    }
}
