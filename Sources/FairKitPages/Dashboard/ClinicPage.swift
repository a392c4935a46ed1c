import FairKitCore
import FairKitService

/// What an administrator sets up, a page for each thing.
enum ClinicPage {
    static func show(_ page: PageCall) -> Response {
        let reader = page.reader
        let links: [(path: Link.Path, title: PageText, why: PageText)] = [
            ("/on-call", .onCall, .onCallChanges),
            ("/escalation", .escalation, .escalationWhy), ("/rules", .alertRules, .alertRulesWhy),
            ("/teams", .teams, .teamsWhy), ("/ranges", .ranges, .rangesWhy), ("/settings", .settings, .settingsWhy),
            ("/programmes", .programmes, .programmesWhy),
            ("/profile/test", .ownTest, .stepMailWhy), ("/clinic/health", .health, .healthWhy),
            ("/keys", .apiKeys, .apiKeysLead), ("/groups", .groups, .groupsLead), ("/audit", .audit, .auditLead),
            ("/emergencies", .emergencies, .emergenciesLead), ("/erasures", .erasures, .erasuresLead),
        ]
        let content: HTML = """
            <p class="lead">\(reader[.clinicLead])</p>
            \(reader.links(links.map { ($0.path, $0.title, reader[$0.why]) }))
            """
        return page.show(Document(title: reader[.clinic], tab: .clinic, content: content))
    }
}
