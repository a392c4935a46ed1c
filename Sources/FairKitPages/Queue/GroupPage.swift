import FairKitCore
import FairKitFrame
import FairKitService

/// A group: what it gets, its webhook, its last delivery attempts, and the alerts that are parked.
enum GroupPage {
    private static let most = 20

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        let webhook = try await page.webhook(of: group.name)
        let parked = try await page.tenancy.deliveries.parked(
            in: group.name, after: nil, limit: most, by: page.caller)
        let attempts = try await page.tenancy.webhooks.attempts(
            of: group.name, before: nil, limit: most, by: page.caller)
        var links: [(path: Link.Path, title: PageText, why: String)] = []
        if reader.may(.decideAlerts) {
            links = [
                ("/groups/\(group.name)/change", .groupChange, reader[.groupChangeWhy]),
                ("/groups/\(group.name)/webhook", .webhook, reader[webhook == nil ? .webhookNone : .webhookWhy]),
            ]
        }
        let facts = reader.facts([
            (.groupGets, reader.gets(group)),
            (.groupPushes, webhook.map { "\($0.url.origin)" } ?? "\(reader[.groupClaims])"),
            (.accountSince, group.createdAt.map { reader.moment($0) }),
        ])
        let content: HTML = """
            <section class="card">\(facts)</section>
            \(links.isEmpty ? nil : reader.links(links))
            \(webhook == nil ? nil : reader.act(
                .webhookTest, .webhookTestWhy, reader["/groups/\(group.name)/webhook/test"], "test"))
            \(list(parked, of: group, reader))
            \(list(attempts, reader))
            """
        return ManagedPage(
            title: group.name, back: ("/groups", .groups),
            done: page.done(
                .groupMade, .groupChanged, .groupRedriven, .groupNothingParked, .webhookSet, .webhookRemoved,
                .webhookTested, .webhookTestFailed)
        ).show(page, content)
    }

    /// Sends what is parked again.
    static func redrive(_ page: PageCall, _ form: Form) async throws -> Response {
        let group = try await page.group()
        let again = try await page.tenancy.deliveries.redrive(nil, in: group.name, by: page.caller)
        let done: PageText = again.isEmpty ? .groupNothingParked : .groupRedriven
        return .seeOther(page.reader["/groups/\(group.name)?done=\(done.rawValue)"])
    }

    /// Sends a test to the group's address.
    static func test(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, group) = (page.reader, try await page.group())
        do {
            let sent = try await page.tenancy.webhooks.test(group.name, by: page.caller).attempt
            let done: PageText = sent.outcome == .delivered ? .webhookTested : .webhookTestFailed
            return .seeOther(reader["/groups/\(group.name)?done=\(done.rawValue)"])
        } catch {
            // Another person has removed the address.
            guard case .notFound = error else { throw error }
            return .seeOther(reader["/groups/\(group.name)"])
        }
    }

    private static func list(_ parked: Page<ParkedDelivery, Int64>, of group: ConsumerGroup, _ reader: Reader) -> HTML {
        guard !parked.items.isEmpty else {
            return
                "<section class=\"card\"><h2>\(reader[.groupParked])</h2><p class=\"soft\">\(reader[.groupNothingParked])</p></section>"
        }
        let rows = parked.items.map { delivery -> HTML in
            """
            <tr><th scope="row">\(reader.moment(delivery.parkedAt))</th><td>\(reader[delivery.band.text])</td>\
            <td>\(delivery.attempts)</td><td>\(delivery.failures.first?.reason ?? reader[.groupNoAnswer])</td></tr>

            """
        }
        let count = reader[parked.next == nil ? .groupParkedShown : .groupParkedMore, ["count": .number(rows.count)]]
        return """
            <h2>\(reader[.groupParked])</h2>
            \(reader.table(.groupParked, count, [.groupParkedAt, .groupGets, .groupAttempts, .groupLastReason], rows, isPlain: true))
            \(reader.act(.groupRedrive, .groupRedriveWhy, reader["/groups/\(group.name)/redrive"], "all"))
            """
    }

    private static func list(_ attempts: Page<GroupAttempt, Int64>, _ reader: Reader) -> HTML {
        guard !attempts.items.isEmpty else {
            return
                "<section class=\"card\"><h2>\(reader[.webhookAttempts])</h2><p class=\"soft\">\(reader[.webhookNoAttempts])</p></section>"
        }
        let rows = attempts.items.map { found -> HTML in
            let attempt = found.attempt
            let isDelivered = attempt.outcome == .delivered
            let badge = reader.badge(
                isDelivered ? "normal" : "high", isDelivered ? "●" : "!",
                reader[isDelivered ? .sendDelivered : .sendFailed])
            return """
                <tr><th scope="row">\(reader.moment(attempt.at))\(attempt.isTest ? "<br>\(reader[.webhookTestOf])" as HTML : nil)</th><td>\(badge)</td>\
                <td>\(attempt.outcome.reason(status: attempt.httpStatus))</td><td>\(attempt.attempt)</td></tr>

                """
        }
        return """
            <h2>\(reader[.webhookAttempts])</h2>
            \(reader.table(.webhookAttempts, reader[.webhookAttemptsShown, ["count": .number(rows.count)]],
                [.webhookAt, .accountState, .webhookAnswer, .groupAttempts], rows, isPlain: true))
            """
    }
}
