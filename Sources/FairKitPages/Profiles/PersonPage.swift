import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// A person's record, for staff: what they need before they act, and links to all of it.
enum PersonPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        guard let seen = try await seen(id, page) else {
            return page.show(EmergencyPage.offer(id, EmergencyForm(), reader))
        }
        let (line, record) = (PatientHeader(of: seen), try await SeenRecord(of: seen, page))
        let done = page.done(
            .recordOpened, .recordOpenedUnheard, .alreadyInCare, .nextTestSet, .nextTestRemoved, .patientRegistered,
            .kitRegistered)
        return page.show(
            Document(
                title: reader[.patientRecord], about: line.name, tab: .people,
                above: """
                    \(line.html(for: reader))
                    \(done.map { "<p class=\"banner ok\" tabindex=\"-1\">\(reader[$0])</p>" as HTML })
                    <a class="back" href="\(to: reader["/people"])">\(reader[.patients])</a>
                    """, content: content(seen, record, reader)))
    }

    /// nil: the reader does not see the record, but may open it in an emergency.
    private static func seen(_ id: ProfileID, _ page: PageCall) async throws -> ProfileView? {
        do { return try await page.tenancy.profiles.show(id, by: page.caller) } catch {
            switch error {
            case .notFound where page.reader.may(.breakGlass): return nil
            default: throw error
            }
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
        var facts: [(String, HTML)] = [
            (words.knownGenotype, "\(details.knownGenotype.map { "\($0)" } ?? words.unknown)")
        ]
        if let reported = record.genotype, reported != details.knownGenotype {
            facts.append((reader[.reportedGenotype], "\("\(reported)")"))
        }
        if let phenotype = record.phenotype { facts.append((words.phenotype, "\("\(phenotype)")")) }
        if let test = NextTestPage.fact(of: seen, reader) { facts.append((reader[.nextTestDue], test)) }
        if let phone = reader.phone(of: seen) { facts.append((words.phone, phone)) }
        if let email = details.email { facts.append((reader[.emailAddress], "\(email)")) }
        for identifier in details.identifiers {
            facts.append((words.identifier, "<span class=\"code\">\(identifier.value)</span>"))
        }
        return """
            <section class="card">
              <h2>\(reader[.aboutPatient])</h2>
              <dl class="facts">\(facts.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" as HTML })</dl>
            </section>
            """
    }
}
