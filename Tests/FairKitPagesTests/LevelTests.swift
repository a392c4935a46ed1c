import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitPages
import FoundationEssentials
import Support
import Testing

/// Routes of the API and pages stay level: what a person may do by one, they may do by the other. The table of rights of each
/// surface says who may, and is compared with the real answers elsewhere.
@Suite struct `Routes and pages stay level` {
    @Test func `each route of the API has a line, with pages that there are`() throws {
        let level = try Level()
        #expect(level.routes.subtracting(LevelTable.lines.map(\.route)) == [], "add a line to LevelTable for each")
        #expect(Set(LevelTable.lines.map(\.route)).subtracting(level.routes) == [], "there is no such route")
        let named = LevelTable.lines.flatMap(\.pages) + LevelTable.pagesOnly.keys
        #expect(Set(named).subtracting(PageRights.lines.keys) == [], "there is no such page")
        let reasons = Set(LevelTable.lines.flatMap { $0.reasons.map(\.reason) })
        let known = LevelTable.byDesign.merging(LevelTable.notYet) { $1 }
        #expect(reasons.symmetricDifference(known.keys) == [], "each reason is known, and each is needed")
    }

    @Test func `each page does what a route of the API does, or needs none`() throws {
        let named = Set(LevelTable.lines.flatMap(\.pages))
        let pages = Set(Route.pages.map { "\($0.method) \($0.path)" })
        #expect(pages.subtracting(named).subtracting(LevelTable.pagesOnly.keys) == [], "which route does it?")
        #expect(named.intersection(LevelTable.pagesOnly.keys) == [], "a route does it")
    }

    @Test(arguments: PageRights.roles)
    func `a role may do the same by both, but for what has a reason`(role: RoleName) throws {
        let level = try Level()
        let differ = level.missing(to: role, among: Route.pages).symmetricDifference(LevelTable.without(for: role))
        #expect(differ == [], "no page does it and no reason says why, or a page does it and there is a reason")
        let more = Route.pages.map { "\($0.method) \($0.path)" }.filter { page in
            let routes = LevelTable.lines.filter { $0.pages.contains(page) }.map(\.route)
            return !routes.isEmpty && level.opens(page, to: role) && !routes.contains { level.allows($0, to: role) }
        }
        #expect(more == [], "a page does what no route of the API does")
    }

    @Test(arguments: [
        (RoleName.administrator, "POST /accounts/invitations"), (.laboratory, "POST /results"),
        (.clinician, "POST /alerts/{id}/acknowledge"), (.patient, "POST /test-kits/register"),
    ])
    func `a page that is taken away is missed`(role: RoleName, route: String) throws {
        let line = try #require(LevelTable.lines.first { $0.route == route })
        let left = Route.pages.filter { !line.pages.contains("\($0.method) \($0.path)") }
        #expect(try Level().missing(to: role, among: left).contains(route))
    }
}

extension LevelTable {
    /// The routes that the table gives to a role by no page.
    static func without(for role: RoleName) -> Set<String> {
        Set(lines.filter { $0.reasons.contains { $0.role == role } }.map(\.route))
    }
}

/// Who may do what by each surface, as its table of rights says.
private struct Level {
    /// The routes of the API for people: not those of operators, and of programs that bring receipts.
    let routes: Set<String>
    private let api: [String: [RoleName: Set<String>]]
    private let own: Set<String>

    init() throws {
        let prefix = "/api/v1"
        let api = Route.all.filter { route in
            if case .everyone = route.audience { return false }
            if case .machineOperator = route.audience { return false }
            return route.path.hasPrefix("\(prefix)/")
        }
        func name(_ route: Route) -> String { "\(route.method) \(route.path.dropFirst(prefix.count))" }
        routes = Set(api.map { name($0) })
        let pages = Route.pages.filter(\.isOwn).map { "\($0.method) \($0.path)" }
        own = Set(api.filter(\.isOwn).map { name($0) } + pages)
        let file = "\(TestHouse.root)/Tests/Acceptance/who_may.py"
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        var found: [String: [RoleName: Set<String>]] = [:]
        // The columns of the table: two more are for keys, one for a program, and one for no caller.
        let columns: [RoleName?] = [.patient, .clinician, nil, .laboratory, .coordinator, .administrator, nil, nil]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == columns.count + 2, let path = words[1].split(separator: "?").first else { continue }
            let route = api.routes(matching: prefix + path).first { "\($0.method)" == words[0] }
            guard let route else { continue }
            for (role, cell) in zip(columns, words.dropFirst(2)) {
                guard let role else { continue }
                let statuses = cell.split(separator: "/").map { String($0) }
                found[name(route), default: [:]][role, default: []].formUnion(statuses)
            }
        }
        self.api = found
    }

    func allows(_ route: String, to role: RoleName) -> Bool { isOpen(route, api[route] ?? [:], to: role) }

    func opens(_ page: String, to role: RoleName) -> Bool {
        let line = (PageRights.lines[page] ?? [:]).mapValues { Set($0.split(separator: "/").map { String($0) }) }
        return isOpen(page, line, to: role)
    }

    /// What a role may do by a route of the API, and by none of the pages that its line names.
    func missing(to role: RoleName, among pages: [Route]) -> Set<String> {
        let there = Set(pages.map { "\($0.method) \($0.path)" })
        let lines = LevelTable.lines.filter { line in
            allows(line.route, to: role) && !line.pages.contains { there.contains($0) && opens($0, to: role) }
        }
        return Set(lines.map(\.route))
    }

    /// A role may do what is answered by more than a refusal. "Not found" is one where another role finds something; of one's
    /// own records there are none here.
    private func isOpen(_ name: String, _ line: [RoleName: Set<String>], to role: RoleName) -> Bool {
        let (refusals, found): (Set, Set) = (["401", "403", "404"], line[role] ?? [])
        if own.contains(name) { return found != ["403"] }
        let isUnknown = found.contains("404") && name.contains("{")
        return !found.isSubset(of: refusals) || isUnknown && line.values.allSatisfy { $0.isSubset(of: refusals) }
    }
}

extension Route {
    /// Whether it is about the caller's own account, or for callers without one.
    fileprivate var isOwn: Bool {
        switch audience {
        case .authenticated(let action, _): action == nil
        case .unauthenticated: true
        case .everyone, .machineOperator: false
        }
    }
}
