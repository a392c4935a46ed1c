import FairKitCore
import FairKitStore

extension Grant {
    /// The patient to whom summaries are written: only the patient reads them, for their texts say "your level".
    fileprivate var reader: ProfileID? {
        if case .link = subject.actor { return nil }
        return subject.role.profile
    }
}

extension Results {
    /// The name of the person who verified a level, or of the laboratory whose key did; nil: the caller does not see it.
    static func verifierName<Access>(
        of verification: ResultVerification?, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> String? {
        guard let verifier = verification?.by else { return nil }
        if let account = try tx.account(AccountID(uuid: verifier.uuid)) { return account.details.name }
        guard let key = try tx.key(KeyID(uuid: verifier.uuid)) else { return nil }
        return try tx.laboratoryName(of: key.role) ?? key.name
    }

    /// Views of results for a reader: with the laboratory's name, and with a summary for their
    /// patient.
    ///
    /// - Parameters:
    ///   - language: the one that the client prefers; nil: that of the patient's account or record.
    ///   - converting: whether with converted levels.
    static func completed<Access>(
        _ views: consuming [ResultView], in language: Language?, converting: Bool = true, for grant: Grant,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [ResultView] {
        guard !views.isEmpty else { return [] }
        let mass = converting ? try tx.settings().molarMass : nil
        var names: [LaboratoryID: String] = [:]
        for id in Set(views.map { $0.result.laboratoryID }) { names[id] = try tx.laboratory(id)?.name }
        let patient = grant.reader.flatMap { id in views.contains { $0.result.profileID == id } ? id : nil }
        let person = try patient.flatMap { (id) throws(DatabaseError) in try tx.profile(id)?.details }
        let account = try grant.subject.account.flatMap { (id) throws(DatabaseError) in try tx.account(id) }
        let language = language ?? account?.details.language ?? person?.language ?? .english
        // A view is large: each is completed in its place.
        for index in views.indices {
            views[index].laboratory = names[views[index].result.laboratoryID]
            views[index].molarMass = mass
            views[index].verifierName = try verifierName(of: views[index].result.verification, in: tx)
            guard let patient, views[index].result.profileID == patient else { continue }
            let view = views[index]
            views[index].readAt = view.result.readAt
            views[index].summary = ResultSummary(
                of: view.result,
                earlier: try tx.lastLevel(
                    of: patient, until: view.result.current.findings.testDate, except: view.result.id),
                from: view.laboratory, knownGenotype: person?.knownGenotype, in: language)
        }
        return views
    }
}
