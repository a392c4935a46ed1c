import FairKitCore
import FairKitFrame
import FairKitService

/// The parts of a person's record that the reader may see; nil: the part is not for the reader.
struct SeenRecord {
    let person: ProfileID
    let results: FairKitService.ResultPage?
    /// Whether the results begin with the newest one.
    let isNewest: Bool
    let olderResults: Link?
    let kits: [KitView]?
    let alerts: [NamedAlert]?
    let timeline: [TimelineLine]?
    let olderEvents: Link?
    let notes: Page<NoteView, NoteID>?
    let olderNotes: Link?
    /// The shares in force.
    let shares: [Share]

    /// The newest genotype and phenotype that laboratories reported.
    var genotype: Genotype? { results?.items.lazy.compactMap(\.current.findings.genotype).first }
    var phenotype: Phenotype? { results?.items.lazy.compactMap(\.current.findings.phenotype).first }

    /// nil: the results are shared with a reader from whom the patient withholds them otherwise.
    private static func notes(
        of id: ProfileID, _ before: NoteID?, _ page: PageCall
    ) async throws -> Page<NoteView, NoteID>? {
        do { return try await page.tenancy.notes.list(of: id, before: before, limit: 10, by: page.caller) } catch {
            guard case .forbidden = error else { throw error }
            return nil
        }
    }

    init(of seen: ProfileView, _ page: PageCall) async throws {
        let (reader, caller, tenancy, id) = (page.reader, page.caller, page.tenancy, seen.profile.id)
        person = id
        // Of a person who shares results nothing else is seen.
        func sees(_ action: Action) -> Bool { reader.may(action) && !seen.isNameOnly }
        let query = page.query
        let filter = ResultFilter(profileID: id)
        let start = try page.place(query("results"), "results of \(id)") { ResultCursor($0, in: filter.order) }
        isNewest = start == nil
        results =
            reader.may(.readResults)
            ? try await tenancy.results.list(filter, after: start, limit: 20, in: reader.language, by: caller) : nil
        olderResults = try results?.next.map { next in
            reader["/people/\(id)?results=\(try page.seal(next, "results of \(id)"))"]
        }
        kits =
            sees(.readKits)
            ? try await tenancy.kits.list(KitFilter(profileID: id), after: nil, limit: 20, by: caller).items : nil
        alerts =
            sees(.readAlerts)
            ? try await tenancy.alerts.list(AlertFilter(profileID: id), after: nil, limit: 20, by: caller).items : nil
        let before = try page.place(query("notes"), "notes of \(id)") { NoteID($0) }
        // Notes about results that the patient withholds are withheld, too.
        notes = sees(.readNotes) && results?.withholding == 0 ? try await SeenRecord.notes(of: id, before, page) : nil
        olderNotes = try notes?.next.map { reader["/people/\(id)?notes=\(try page.seal($0, "notes of \(id)"))"] }
        shares =
            sees(.readShares)
            ? try await tenancy.shares.list(of: id, before: nil, limit: 200, by: caller).items.filter(\.isInForce)
                .map(\.share) : []
        guard sees(.readTimeline) else {
            (timeline, olderEvents) = (nil, nil)
            return
        }
        let from = try page.place(query("events"), "events of \(id)") { TimelineCursor($0) }
        let found = try await tenancy.profiles.timeline(of: id, after: from, limit: 15, by: caller)
        timeline = found.items
        olderEvents = try found.next.map { reader["/people/\(id)?events=\(try page.seal($0, "events of \(id)"))"] }
    }
}

// MARK: - Alerts, kits and shares

extension SeenRecord {
    /// First on the page, since they wait for someone.
    func alertsCard(_ reader: Reader) -> HTML? {
        guard let alerts, !alerts.isEmpty else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.openAlerts])</h2>
              <ul class="list">\(alerts.map { row($0, reader) })</ul>
            </section>
            """
    }

    private func row(_ alert: NamedAlert, _ reader: Reader) -> HTML {
        let level = alert.standing.map { reader.language.text(of: $0.level) } ?? reader[.noLevel]
        return reader.row(
            reader.may(.acknowledgeAlert) ? "/alerts/\(alert.id)" : nil, "\(level)",
            ["\(reader[.openSince]) \(reader.moment(alert.raisedAt))"], alert.flag.map { reader.flag($0) })
    }

    func kitsCard(_ reader: Reader) -> HTML? {
        guard let kits else { return nil }
        let list: HTML =
            kits.isEmpty
            ? "<p class=\"soft\">\(reader[.noKitsOfPatient])</p>"
            : "<ul class=\"list\">\(kits.map { row($0, reader) })</ul>"
        return "<section class=\"card\"><h2>\(reader.language.report.kits)</h2>\(list)</section>"
    }

    private func row(_ kit: KitView, _ reader: Reader) -> HTML {
        let sent: HTML? = kit.sendBy.flatMap { day in
            kit.due.map { _ in " – \(reader[.sendBy]) \(reader.day(day))" }
        }
        return """
            <li><div><span class="name"><span class="code">\(kit.code.description)</span>\
            <span>\(reader.status(of: kit))\(sent)</span></span>\
            \(kit.due == .overdue ? reader.badge("held", "◇", reader[.sampleOverdue]) : nil)</div></li>
            """
    }

    /// With whom the patient shares results, and until when.
    func sharesCard(_ reader: Reader) -> HTML? {
        guard !shares.isEmpty else { return nil }
        let rows = shares.map {
            reader.row(nil, "\(reader.way(of: $0))", ["\(reader[.shareEnds]) \(reader.moment($0.expiresAt))"])
        }
        return "<section class=\"card\"><h2>\(reader[.sharedWith])</h2><ul class=\"list\">\(rows)</ul></section>"
    }
}
