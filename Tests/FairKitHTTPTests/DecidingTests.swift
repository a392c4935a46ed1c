import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitService
import FairKitStore
import HTTPTypes
import Support
import Testing

/// Every route that decides whether and whom an alert tells. A new one stands here, or the first test fails.
@Suite struct `A change of what decides whether and whom an alert tells` {
    /// Method, path, and the members of a body without the proof. `{name}` in a path stands for `on-call` or `paging`,
    /// `{account}` and `{contact}` for what the test has made. Each runs after those before it.
    static let changes: [(method: HTTPRequest.Method, path: String, members: String)] = [
        (
            .put, "/escalation-policies/{band}",
            #""steps": [{"afterSeconds": 0, "tell": ["care", "operator"], "repeatSeconds": 600}]"#
        ),
        (.delete, "/escalation-policies/{band}", ""),
        (.patch, "/alert-rules/{rule}", #""enabled": true"#),
        (.post, "/reference-ranges", #""unit": "mg/dL", "low": 90, "high": 210, "validFrom": "2026-01-01""#),
        (.post, "/reference-ranges/{number}/end", #""on": "2026-06-01""#),
        (.patch, "/settings", #""operatorContact": "someone@elsewhere.example""#),
        (.post, "/teams/{name}/members", #""accountId": "{account}""#),
        (.delete, "/teams/{name}/members/{account}", ""),
        (.post, "/teams/{name}/contacts", #""kind": "slack", "address": "https://hooks.slack.example/1""#),
        (.delete, "/teams/{name}/contacts/{contact}", ""),
        (.patch, "/teams/{name}", #""timeZone": "Africa/Nairobi""#),
        (.delete, "/teams/{name}", ""),
        (.put, "/alert-groups/{name}/webhook", #""url": "https://pager.example.org/fairkit""#),
        (.delete, "/alert-groups/{name}/webhook", ""),
        (.patch, "/alert-groups/{name}", #""bands": [1]"#),
        (.delete, "/alert-groups/{name}", ""),
    ]

    @Test func `is in the table, and counts as an attempt to prove`() {
        let deciding = Route.all.filter { route in
            guard case .authenticated(let action?, _) = route.audience else { return false }
            return action.decidesAlerts && route.method != .get
        }
        #expect(
            Set(deciding.map { "\($0.method) \($0.path)" })
                == Set(Self.changes.map { "\($0.method) /api/v1\($0.path)" }))
        #expect(deciding.allSatisfy { $0.limit == .confirmation })
    }

    @Test func `takes password and code of a person, is mailed with old and new, and audited`() async throws {
        try await Scene.run { scene in
            let (admin, other) = (
                try await scene.staff("administrator", "root@example.org"),
                try await scene.staff("administrator", "second@example.org")
            )
            _ = try await scene.house.tenancy.teams.create(
                "on-call", description: nil, timeZone: "UTC", by: .command)
            _ = try await scene.house.tenancy.alertGroups.create("paging", .init(), by: .command)
            var contact = ""
            for change in Self.changes {
                func filled(_ text: String) -> String {
                    text.replacing("{account}", with: other.accountID).replacing("{contact}", with: contact)
                        .replacing("{name}", with: text.hasPrefix("/teams") ? "on-call" : "paging")
                        .replacing("{band}", with: "0").replacing("{rule}", with: "severe-low")
                        .replacing("{number}", with: "1")
                }
                let (path, members) = ("/api/v1" + filled(change.path), filled(change.members))
                func sent(_ proof: String?, by person: Person?) async throws -> Scene.Reply {
                    let body = "{\([members, proof ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))}"
                    return try await scene.send(
                        change.method, path, as: person == nil ? .administrator : nil, type: "application/json",
                        body: Array(body.utf8), (person?.bearer ?? [:]).merging(["If-Match": "*"]) { $1 })
                }
                let (before, name) = (try await Self.mails(in: scene).count, "\(change.method) \(change.path)")
                let byKey = try await sent(nil, by: nil)
                #expect(byKey.status == 403 && (try? byKey.code) == "no-account", "\(name)")
                #expect(try await sent(nil, by: admin).status == 422, "\(name)")
                let password = #""password": "\#(Scene.password)""#
                if before == 0 { #expect(try await sent("\(password), \"code\": \"000000\"", by: admin).status == 401) }
                #expect(try await Self.mails(in: scene).count == before)
                // Each code is taken once, and access tokens last a quarter of an hour.
                scene.house.time.advance(by: .seconds(30))
                let code = try #require(admin.mfa).code(at: scene.house.time.now)
                let taken = try await sent("\(password), \"code\": \"\(code)\"", by: admin)
                #expect((200..<300).contains(taken.status), "\(name): \(taken.text)")
                if change.method == .post, let id = try? taken.json["id"]?.text { contact = id }
                let mails = try await Self.mails(in: scene)
                #expect(mails.count == before + 2, "\(name)")
                #expect(mails.first?.contains("changed by  r•••@example.org") == true)
            }
        }
    }

    @Test func `of a rota takes no proof, is mailed if it changes anything, and not without end`() async throws {
        try await Scene.run { scene in
            let admin = try await scene.staff("administrator", "root@example.org")
            let teams = scene.house.tenancy.teams
            _ = try await teams.create("on-call", description: nil, timeZone: "UTC", by: .command)
            let account = try #require(AccountID(admin.accountID))
            _ = try await teams.add(.account(account), to: "on-call", by: .command)
            let first = try await Self.mails(in: scene)
            #expect(first.first?.contains("changed by  the server's machine") == true)
            for minute in 10..<40 {
                for _ in 0..<2 {
                    let set = try await scene.send(
                        .put, "/api/v1/teams/on-call/shifts", as: .administrator, type: "application/json",
                        body: Array(
                            """
                            {"shifts": [{"accountId": "\(account)", "weekdays": ["monday"], "start": "08:\(minute)",
                                "end": "20:00", "from": "2026-01-05"}]}
                            """.utf8), ["If-Match": "*"])
                    #expect(set.status == 200, "\(set.text)")
                }
            }
            #expect(try await Self.mails(in: scene).count == 20)
            let old = "r•••@example.org monday 08:10-20:00 from 2026-01-05"
            #expect(try await Self.mails(in: scene).contains { $0.contains("before      \(old)\nafter") })
            let audited = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.auditEntries(AuditFilter(), before: nil, limit: 1000).items.map(\.entry)
            }.filter { $0.action == .shiftsSet }
            #expect(audited.count == 30)
            let new = " -> \(account) monday 08:39-20:00 from 2026-01-05"
            #expect(audited.contains { $0.object?.hasSuffix(new) == true })
            // A change with a proof, or by the operator, is always mailed.
            _ = try await teams.remove(account, from: "on-call", by: .command)
            #expect(try await Self.mails(in: scene).count == 21)
        }
    }

    @Test func `is mailed, too, if a member of a team can't sign in any more`() async throws {
        try await Scene.run { scene in
            let (_, other) = (
                try await scene.staff("administrator", "root@example.org"),
                try await scene.staff("clinician", "doctor@example.org")
            )
            let (teams, account) = (scene.house.tenancy.teams, try #require(AccountID(other.accountID)))
            _ = try await teams.create("on-call", description: nil, timeZone: "UTC", by: .command)
            _ = try await teams.add(.account(account), to: "on-call", by: .command)
            for change in [AccountChange.removeSecondFactor, .suspend, .resume] {
                try await scene.house.tenancy.accounts.change(account, change, by: scene.house.caller(.administrator))
            }
            let mails = try await Self.mails(in: scene)
            #expect(mails.count == 4, "the last to its owner, too")
            #expect(mails.allSatisfy { $0.contains("changed     d•••@example.org") && $0.contains("team on-call") })
        }
    }

    /// The facts of the mails about changes that wait, the newest first.
    private static func mails(in scene: Scene) async throws -> [String] {
        try await scene.house.store.read { (tx) throws(DatabaseError) in
            try tx.mails().filter { $0.notice.kind == .alertingChanged }
                .compactMap { $0.notice.facts.lines }
        }
    }
}
