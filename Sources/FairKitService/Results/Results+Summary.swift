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
    static func verifierName<Access>(of result: TestResult, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> String?
    {
        guard let verifier = result.verification?.by else { return nil }
        if let account = try tx.account(AccountID(uuid: verifier.uuid)) { return account.details.name }
        guard let key = try tx.key(KeyID(uuid: verifier.uuid)) else { return nil }
        return try tx.laboratoryName(of: key.role) ?? key.name
    }

    /// Views of results for a reader: with the laboratory's name and converted levels, and with a summary for their
    /// patient.
    ///
    /// - Parameter language: the one that the client prefers; nil: that of the patient's account or record.
    static func completed<Access>(
        _ views: [ResultView], in language: Language?, for grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [ResultView] {
        guard !views.isEmpty else { return [] }
        let mass = try tx.settings().molarMass
        var names: [LaboratoryID: String] = [:]
        for id in Set(views.map(\.laboratoryID)) { names[id] = try tx.laboratory(id)?.name }
        let patient = grant.reader.flatMap { id in views.contains { $0.profileID == id } ? id : nil }
        let person = try patient.flatMap { (id) throws(DatabaseError) in try tx.profile(id)?.details }
        let account = try grant.subject.account.flatMap { (id) throws(DatabaseError) in try tx.account(id) }
        let language = language ?? account?.details.language ?? person?.language ?? .english
        return try views.map { view throws(DatabaseError) in
            var view = view
            view.laboratory = names[view.laboratoryID]
            view.molarMass = mass
            view.verifierName = try verifierName(of: view.result, in: tx)
            guard let patient, view.profileID == patient else { return view }
            view.readAt = view.result.readAt
            view.summary = ResultSummary(
                of: view.result,
                earlier: try tx.lastLevel(of: patient, until: view.current.findings.testDate, except: view.id),
                from: view.laboratory, knownGenotype: person?.knownGenotype, in: language)
            return view
        }
    }
}
