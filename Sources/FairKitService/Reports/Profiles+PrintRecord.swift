import FairKitCore
import FairKitStore

extension Profiles {
    /// A record as PDF/A in its patient's language; nil if it can't be drawn: the record's files stand without it.
    package func printed(_ record: RecordView) async -> [UInt8]? {
        guard let document = record.document else { return nil }
        return try? await tenant.workers.draw(
            .pdf(document), of: tenant.store.auditTenant, for: "\(record.profile.id)")
    }

    /// A record as a document for its patient: person, results, kits and alerts.
    static func document<Access>(of record: RecordView, for tenant: TenantName, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> PrintedDocument
    {
        let results = try PrintedHistory.printed(
            record.results.prefix(PrintedHistory.mostResults).map(\.result), in: tx)
        let details = record.profile.details
        let history = PrintedHistory(
            person: .init(details: details, isNameOnly: false), results: results,
            isCut: record.results.count > results.count, molarMass: try tx.settings().molarMass)
        let writer = ReportWriter(
            language: details.language, issuer: try tx.settings().displayName ?? DisplayName(of: tenant),
            now: record.at,
            today: record.at.date(offset: 0))
        return writer.report(of: record, history)
    }
}

extension ReportWriter {
    /// The whole record, in words. What it leaves out stands in the record's other files.
    fileprivate func report(of record: RecordView, _ history: PrintedHistory) -> PrintedDocument {
        let words = language.report
        var blocks: [PrintedDocument.Block] = [.heading(words.patient), .facts(patient(history.person))]
        blocks += results(of: history)
        if !record.kits.isEmpty {
            let rows = record.kits.map { part in
                let kit = part.kit.kit
                return [
                    "\(kit.code)", kit.registeredAt.map { day(of: $0) } ?? "–",
                    words.kitStatuses[kit.status],
                ]
            }
            blocks += [
                .heading(words.kits),
                .table(.init(widths: [3, 2, 2], titles: [words.kit, words.registeredOn, words.status], rows: rows)),
            ]
        }
        if !record.alerts.isEmpty {
            let rows = record.alerts.map { part in
                [day(of: part.alert.raisedAt), part.alert.level.map { language.text(of: $0) } ?? "–"]
            }
            blocks += [
                .heading(words.alerts),
                .table(.init(widths: [1, 1], titles: [words.raisedOn, words.level], rows: rows)),
            ]
        }
        let count = language.text(of: record.accesses.count)
        blocks += [
            .heading(words.accesses), .paragraph(words.accessesCounted.filled(["count": count], in: language)),
        ]
        return document(words.recordTitle, blocks)
    }
}
