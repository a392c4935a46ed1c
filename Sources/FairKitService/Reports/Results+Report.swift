package import FairKitCore
import FairKitStore

/// A format of a trend chart.
package enum ChartFormat: Sendable {
    case svg
    /// - Parameter width: in pixels, 200 to 2,400.
    case png(width: Int)
}

extension Results {
    /// A result's report as PDF/A, if the caller may see the result. The audit log records it as a reading.
    ///
    /// - Parameter language: nil: the patient's.
    package func report(
        of id: ResultID, in language: Language?, by caller: Caller
    ) async throws(Refusal<DrawFailure>) -> [UInt8] {
        let tenantName = tenant.name
        let document = try await tenant.read(.readResults, as: caller, on: .result(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<PrintedDocument, DrawFailure> in
            guard let result = try tx.result(id, in: grant.subject.resultScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            grant.log(.resultRead, id, about: result.profileID)
            if grant.ground == .share, let person = result.profileID { grant.logShared([person]) }
            let seen = ResultView(result, for: grant.subject.role)
            let history = try Results.history(of: seen.profileID, for: grant, in: tx)
            let writer = try Results.writer(language, for: history, of: tenantName, at: grant.now, in: tx)
            guard let printed = try PrintedHistory.printed([seen.result], in: tx).first else {
                return .failure(.notFound)
            }
            let meaning = try Results.meaning(of: printed, in: history, by: writer.language, for: grant, in: tx)
            return .success(writer.report(of: printed, try tx.versions(of: id), in: history, meaning: meaning))
        }
        return try await drawn(.pdf(document), for: caller)
    }

    /// A person's results as a report in PDF/A, as far as the caller sees them.
    package func historyReport(
        of person: ProfileID, in language: Language?, by caller: Caller
    ) async throws(Refusal<DrawFailure>) -> [UInt8] {
        let tenantName = tenant.name
        let document = try await history(of: person, by: caller) { (tx, grant, history) throws(DatabaseError) in
            try Results.writer(language, for: history, of: tenantName, at: grant.now, in: tx).report(of: history)
        }
        return try await drawn(.pdf(document), for: caller)
    }

    /// A person's levels over time as a picture, in the unit of the newest; others are converted.
    package func trendChart(
        of person: ProfileID, as format: ChartFormat, in language: Language?, by caller: Caller
    ) async throws(Refusal<DrawFailure>) -> [UInt8] {
        let (chart, words) = try await history(of: person, by: caller) { (_, _, history) throws(DatabaseError) in
            let words = language ?? history.person?.details.language ?? .english
            return (history.chart(in: words) ?? .empty(in: words), words)
        }
        switch format {
        case .svg: return try await drawn(.svg(chart, language: words.rawValue), for: caller)
        case .png(let width): return try await drawn(.png(chart, language: words.rawValue, width: width), for: caller)
        }
    }

    private func history<T: Sendable>(
        of person: ProfileID, by caller: Caller,
        _ use:
            @escaping @Sendable (borrowing ReadTransaction, Grant, PrintedHistory) throws(DatabaseError) -> T
    ) async throws(Refusal<DrawFailure>) -> T {
        try await tenant.read(.readResults, as: caller, on: .profile(person)) {
            (tx, grant) throws(DatabaseError) -> Outcome<T, DrawFailure> in
            // A laboratory must not learn whose kits it has.
            guard grant.subject.role.seesOwnersOfKits else { return .failure(.forbidden) }
            let history = try Results.history(of: person, for: grant, in: tx)
            guard history.person != nil else { return .failure(.notFound) }
            grant.log(.profileRead, person, about: person)
            try grant.logList(.resultListed, about: [person], in: tx)
            if grant.ground == .share { grant.logShared([person]) }
            return .success(try use(tx, grant, history))
        }
    }

    private func drawn(
        _ request: DrawingRequest, for caller: Caller
    ) async throws(Refusal<DrawFailure>) -> [UInt8] {
        do {
            return try await tenant.workers.draw(request, of: tenant.store.auditTenant, for: "\(caller.subject.id)")
        } catch { throw .own(error) }
    }

    /// The history of a person's results, as a reader sees it. Without an id, or without a profile, it is empty.
    fileprivate static func history<Access>(of id: ProfileID?, for grant: Grant, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> PrintedHistory
    {
        guard let id, let profile = try tx.profile(id) else {
            return PrintedHistory(person: nil, results: [], isCut: false, molarMass: .kilodaltons52)
        }
        let page = try tx.results(
            ResultFilter(profileID: id), in: grant.subject.resultScope(at: grant.now), after: nil,
            limit: PrintedHistory.mostResults)
        return PrintedHistory(
            person: .init(details: profile.details, isNameOnly: grant.ground == .share),
            results: try PrintedHistory.printed(page.items, in: tx), isCut: page.next != nil,
            molarMass: try tx.settings().molarMass)
    }

    /// The meaning of the result, in paragraphs. Only its patient reads them, since they say "your level".
    fileprivate static func meaning<Access>(
        of printed: PrintedHistory.PrintedResult, in history: PrintedHistory, by language: Language, for grant: Grant,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> [String] {
        let result = printed.result
        guard let patient = result.profileID, grant.subject.role.profile == patient else { return [] }
        return ResultSummary(
            of: result,
            earlier: try tx.lastLevel(of: patient, until: result.current.findings.testDate, except: result.id),
            from: printed.laboratory.name, knownGenotype: history.person?.details.knownGenotype, in: language
        ).paragraphs
    }

    /// Writes in a language, or else in the patient's.
    fileprivate static func writer<Access>(
        _ language: Language?, for history: PrintedHistory, of tenant: TenantName, at now: Timestamp,
        in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> ReportWriter {
        ReportWriter(
            language: language ?? history.person?.details.language ?? .english,
            issuer: try tx.settings().displayName ?? DisplayName(of: tenant), now: now, today: now.date(offset: 0))
    }
}
