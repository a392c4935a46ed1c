import FairKitCore
import FairKitStore

extension Grant {
    /// The patient to whom summaries are written: only the patient reads them, for their texts say "your level".
    fileprivate var reader: ProfileID? {
        if case .link = subject.actor { return nil }
        return subject.role.profile
    }
}

extension Transaction {
    /// Views of results for a caller. Their patient's have summaries.
    /// - Parameter language: the one that the client prefers; nil: that of the patient's account or record.
    func summarised(
        _ views: [ResultView], in language: Language?, for grant: Grant
    ) throws(DatabaseError) -> [ResultView] {
        guard let patient = grant.reader, views.contains(where: { $0.profileID == patient }) else { return views }
        let person = try profile(patient)?.details
        let account = try grant.subject.account.flatMap { (id) throws(DatabaseError) in try self.account(id) }
        let language = language ?? account?.details.language ?? person?.language ?? .english
        var laboratories: [LaboratoryID: String?] = [:]
        var summarised: [ResultView] = []
        for var view in views {
            if view.profileID == patient {
                view.readAt = view.result.readAt
                if laboratories[view.laboratoryID] == nil {
                    laboratories[view.laboratoryID] = .some(try laboratory(view.laboratoryID)?.name)
                }
                view.summary = ResultSummary(
                    of: view.result,
                    earlier: try lastLevel(of: patient, until: view.current.findings.testDate, except: view.id),
                    from: laboratories[view.laboratoryID] ?? nil, knownGenotype: person?.knownGenotype, in: language)
            }
            summarised.append(view)
        }
        return summarised
    }
}
