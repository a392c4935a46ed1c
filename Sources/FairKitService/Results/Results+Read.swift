package import FairKitCore
import FairKitStore

extension Results {
    /// A result with all its versions, if the caller may see it.
    /// - Parameter language: that of the patient's summary; nil: that of their account or record.
    package func show(_ id: ResultID, in language: Language? = nil, by caller: Caller) async throws(Refusal<Never>)
        -> ResultView
    {
        try await tenant.read(.readResults, as: caller, on: .result(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ResultView, Never> in
            guard let result = try tx.result(id, in: grant.subject.resultScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            grant.log(.resultRead, id, about: result.profileID)
            if grant.ground == .share, let person = result.profileID { grant.logShared([person]) }
            let view = ResultView(result, try tx.versions(of: id), for: grant.subject.role)
            let views = try Results.named(
                try Results.completed([view], in: language, for: grant, in: tx), for: grant, in: tx)
            return views.first.map { .success($0) } ?? .failure(.notFound)
        }
    }

    /// A page of results that the caller may see, in the filter's order, with the names of their patients.
    ///
    /// A laboratory can't filter by person, since this would reveal whose kits it has. Only a laboratory
    /// can filter by reference, since references are its own. Only a patient can filter by what they have read.
    ///
    /// - Parameters:
    ///   - counting: whether to count the results of all pages.
    ///   - converting: whether with converted levels.
    ///   - language: that of a patient's summaries; nil: that of their account or record.
    package func list(
        _ filter: ResultFilter, after cursor: ResultCursor?, limit: Int, counting: Bool = false,
        converting: Bool = false, in language: Language? = nil, by caller: Caller
    ) async throws(Refusal<Never>) -> ResultPage {
        try await tenant.read(.readResults, as: caller, isBrief: limit <= 50 && !counting) {
            (tx, grant) throws(DatabaseError) -> Outcome<ResultPage, Never> in
            let role = grant.subject.role
            guard filter.profileID == nil || role.seesOwnersOfKits, filter.reference == nil || role.laboratory != nil,
                !filter.isUnread || role.profile != nil
            else { return .failure(.forbidden) }
            let scope = grant.subject.resultScope(at: grant.now)
            guard try !tx.needsLaboratory(filter, in: scope) else { return .failure(.invalid(.tooManyLaboratories)) }
            var filter = filter
            // Marks are about the patient's own results, and not about those that others share with them.
            if filter.isUnread { filter.profileID = filter.profileID ?? role.profile }
            let page = try tx.results(filter, in: scope, after: cursor, limit: limit)
            let people = page.items.map { $0.profileID }
            try grant.logList(.resultListed, about: people, narrowedTo: filter.profileID, in: tx)
            var withholding = 0
            if case .people(let people) = scope, people.own == nil, cursor == nil, !filter.isUnmatched {
                withholding = try tx.withholding(from: people, among: filter.profileID)
            }
            try grant.logShared(among: people + [filter.profileID], in: tx)
            let views = try Results.named(
                try Results.completed(
                    page.items.map { ResultView($0, for: role) }, in: language, converting: converting, for: grant,
                    in: tx),
                for: grant, in: tx)
            return .success(
                ResultPage(
                    Page(items: views, next: page.next),
                    total: counting ? try tx.resultTotal(filter, in: scope) : nil, withholding: withholding))
        }
    }
}

/// A page of results, and why a clinician sees fewer than expected.
package struct ResultPage: Sendable {
    package let items: [ResultView]
    package let next: ResultCursor?
    /// nil: it was not requested.
    package let total: Total?
    /// How many patients in the clinician's care withhold consent, so that none of their results are on the page. Known
    /// on the first page of a clinician's account, and 0 for other callers.
    package let withholding: Int

    init(_ page: Page<ResultView, ResultCursor>, total: Total?, withholding: Int) {
        items = page.items
        next = page.next
        self.total = total
        self.withholding = withholding
    }
}

extension Results {
    /// The same results with the names of those patients whose profile the caller may read.
    static func named<Access>(_ views: consuming [ResultView], for grant: Grant, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> [ResultView]
    {
        let people = Set(views.compactMap { $0.result.profileID })
        let names = try tx.names(of: people, to: grant.subject, at: grant.now)
        for index in views.indices { views[index].patientName = views[index].result.profileID.flatMap { names[$0] } }
        return views
    }
}

extension Invalid {
    fileprivate static let tooManyLaboratories = Invalid(
        "/laboratoryId", "is required in this order: the tenant has too many laboratories to sort their levels together"
    )
}
