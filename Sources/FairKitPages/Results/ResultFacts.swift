import FairKitCore
import FairKitFrame
import FairKitService

/// Where a result comes from, for staff, with its alert and its report.
struct ResultFacts {
    private let result: ResultView
    private let alert: NamedAlert?
    private let told: AlertTelling?

    init(_ result: ResultView, _ alert: NamedAlert?, _ told: AlertTelling?) {
        (self.result, self.alert, self.told) = (result, alert, told)
    }

    func html(for reader: Reader) -> HTML {
        let (findings, words) = (result.current.findings, reader.language.report)
        let verified = result.verification.map { verification -> HTML in
            let who = [result.verifierName, verification.reason].compactMap(\.self).joined(separator: ": ")
            return "\(reader.moment(verification.at))<br>\(who)"
        }
        let facts: [(String, HTML?)] = [
            (words.testDate, reader.day(findings.testDate)), (words.laboratory, result.laboratory.map { "\($0)" }),
            (words.reference, "<span class=\"code\">\(result.reference)</span>"),
            (words.kit, "<span class=\"code\">\(result.kitCode.description)</span>"),
            (words.genotype, findings.genotype.map { "\($0.description)" }),
            (words.phenotype, findings.phenotype.map { "\($0.description)" }),
            (words.method, findings.method.map { "\($0)" }),
            (words.crp, findings.sample.crp.map { "\(reader.language.text(of: $0))" }),
            (words.collectedAt, findings.sample.collectedAt.map { reader.moment($0) }),
            (words.comment, findings.sample.comment.map { "\($0)" }),
            (words.status, "\(reader.status(of: result))"), (reader[.verifiedOn], verified),
            (reader[.theAlert], alert.map { state($0, reader) }),
        ]
        let course = told?.course.facts.map { (reader[$0.0], Optional($0.1)) } ?? []
        return """
            <section class="card">
              <h2>\(reader[.aboutResult])</h2>
              \(reader.facts(facts + course))
              \(alert.map { reader.sameResult($0, told?.loop.twins ?? []) } ?? [])
              \(report(reader))
            </section>
            """
    }

    private func state(_ alert: NamedAlert, _ reader: Reader) -> HTML {
        let word = reader[alert.state.text]
        return reader.may(.acknowledgeAlert)
            ? "<a href=\"\(to: reader["/alerts/\(alert.id)"])\">\(word)</a>" : "\(word)"
    }

    /// Drawn once the room has the page.
    private func report(_ reader: Reader) -> HTML? {
        let link = reader["/results/\(result.id)/report.pdf"]
        guard let known = Link(next: link.text, of: reader.tenant, among: Route.pages) else { return nil }
        return "<p class=\"noprint\"><a class=\"button quiet\" href=\"\(to: known)\">\(reader[.reportPDF])</a></p>"
    }
}

extension StaffResult {
    /// The level in all units. One that was withdrawn is no level to act on, and stands among the versions only.
    func level(_ reader: Reader) -> HTML {
        let version = result.current
        return """
            <section class="card">
              <h2>\(reader[.levelName])</h2>
              \(version.findings.level == nil ? "<p class=\"value\">\(reader[.noLevel])</p>" : nil)
              \(reader.value(version.findings.level, version.interpretation.flag))
              \(version.interpreted.map { RangeBar(of: $0).html(for: reader) })
              \(conversions(reader))
              \(version.remarks.contains(.acutePhase) ? "<p class=\"banner warning\">\(reader[.acutePhase])</p>" : nil)
            </section>
            """
    }

    private func conversions(_ reader: Reader) -> HTML? {
        guard let level = result.current.findings.level, let mass = result.molarMass else { return nil }
        let texts = ConvertedLevel.all(of: level, by: mass).map { other in
            "\(other.isRounded ? "≈ " : "= ")\(other.comparator?.rawValue ?? "")"
                + "\(reader.language.decimal("\(other.value)")) \(other.unit.rawValue)"
        }
        return "<p class=\"soft\">\(reader[.converted]) \(texts.joined(separator: ", "))</p>"
    }
}

extension ResultHold {
    /// Why the result is held, or the level has to be verified.
    var text: PageText {
        switch self {
        case .kitRejected: .holdKitRejected
        case .kitExpired: .holdKitExpired
        case .kitCancelled: .holdKitCancelled
        case .kitReplaced: .holdKitReplaced
        case .otherResult: .holdOtherResult
        case .dateInFuture: .holdDateInFuture
        case .dateBeforeBirth: .holdDateBeforeBirth
        case .dateBeforeIssue: .holdDateBeforeIssue
        case .dateBeforeRanges: .holdDateBeforeRanges
        case .detailsInConflict: .holdDetailsInConflict
        case .unitSuspect: .holdUnitSuspect
        case .implausibleJump: .holdImplausibleJump
        case .genotypeContradicts: .holdGenotypeContradicts
        case .genotypeDiffers: .holdGenotypeDiffers
        case .comparatorOpen: .holdComparatorOpen
        }
    }
}
