import FairKitCore
import FairKitFrame
import FairKitService

/// A person's record, for staff: what they need before they act, and links to all of it.
enum PersonPage {
    private static let done: [PageText] = [
        .recordOpened, .recordOpenedUnheard, .alreadyInCare, .nextTestSet, .nextTestRemoved, .patientRegistered,
        .kitRegistered,
    ]

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        guard let seen = try await seen(id, page) else {
            return page.show(EmergencyPage.offer(id, EmergencyForm(), reader))
        }
        let (line, record) = (PatientHeader(of: seen), try await SeenRecord(of: seen, page))
        return page.show(
            Document(
                title: reader[.patientRecord], about: line.name, tab: .people,
                above: """
                    \(line.html(for: reader))
                    \(page.said(among: done))
                    <a class="back" href="\(to: reader["/people"])">\(reader[.patients])</a>
                    """, content: content(seen, record, reader)))
    }

    /// nil: the reader does not see the record, but may open it in an emergency.
    private static func seen(_ id: ProfileID, _ page: PageCall) async throws -> ProfileView? {
        do { return try await page.tenancy.profiles.show(id, by: page.caller) } catch {
            guard case .notFound = error, page.reader.may(.breakGlass) else { throw error }
            return nil
        }
    }

    private static func content(_ seen: ProfileView, _ record: SeenRecord, _ reader: Reader) -> HTML {
        """
        \(seen.isNameOnly ? "<p class=\"lead\">\(reader[.sharesResults])</p>" : nil)
        \(record.alertsCard(reader))
        <div class="cols main">
        <div>
        \(record.latestCard(reader))
        \(record.trend(reader))
        \(record.resultsCard(reader))
        \(record.timelineCard(reader))
        </div>
        <div>
        \(seen.isNameOnly ? nil : facts(seen, record, reader))
        \(links(seen, reader))
        \(record.notesCard(reader))
        \(record.kitsCard(reader))
        \(record.sharesCard(reader))
        </div>
        </div>
        """
    }

    /// What the reader may do about the person on other pages.
    private static func links(_ seen: ProfileView, _ reader: Reader) -> HTML? {
        let id = seen.profile.id
        let all: [(isOpen: Bool, path: Link.Path, title: PageText, why: PageText)] = [
            (PatientKitPage.isOpen(seen, to: reader), "/people/\(id)/kit", .patientKit, .patientKitWhy),
            (reader.may(.manageAccounts), "/people/\(id)/invite", .patientInvite, .patientInviteLead),
            (reader.may(.readAudit), "/audit?person=\(id)", .auditOfPerson, .auditOfPersonWhy),
            (reader.may(.manageCare), "/people/\(id)/care", .care, .careLead),
            (reader.may(.holdRecord), "/people/\(id)/hold", .holdTitle, .erasuresLead),
        ]
        let open = all.filter { $0.isOpen }
        return open.isEmpty ? nil : reader.links(open.map { ($0.path, $0.title, reader[$0.why]) })
    }

    private static func facts(_ seen: ProfileView, _ record: SeenRecord, _ reader: Reader) -> HTML {
        let (details, words) = (seen.profile.details, reader.language.report)
        let reported = record.genotype == details.knownGenotype ? nil : record.genotype
        let facts: [(String, HTML?)] = [
            (words.knownGenotype, "\(details.knownGenotype.map { "\($0)" } ?? words.unknown)"),
            (reader[.reportedGenotype], reported.map { "\($0.description)" }),
            (words.phenotype, record.phenotype.map { "\($0.description)" }),
            (reader[.nextTestDue], NextTestPage.fact(of: seen, reader)), (words.phone, reader.phone(of: seen)),
            (reader[.emailAddress], details.email.map { "\($0)" }),
        ]
        let identifiers = details.identifiers.map { identifier -> (String, HTML?) in
            (words.identifier, "<span class=\"code\">\(identifier.value)</span>")
        }
        return """
            <section class="card">
              <h2>\(reader[.aboutPatient])</h2>
              \(reader.facts(facts + identifiers))
            </section>
            """
    }
}
