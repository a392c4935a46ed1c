import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// A test message to oneself by each confirmed way, and what came of it.
enum TestMessagePage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        do { _ = try await page.tenancy.contacts.sendTest(by: page.caller) } catch {
            guard case .own(.codesLimited) = error else { throw error }
            return try await draw(page, [Wrong(field: "test", text: page.reader[.ownTestLimited])])
        }
        return .seeOther(page.reader["/profile/test?done=\(PageText.ownTestAsked.rawValue)"])
    }

    private static func draw(_ page: PageCall, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, last) = (page.reader, try await page.tenancy.contacts.lastTest(by: page.caller))
        let isWaiting = last?.ways.contains { $0.send.state == .waiting } ?? false
        return OwnPage(
            title: .ownTest, parent: ("/profile/notices", .ownNotices), said: [.ownTestAsked], wrong: wrong,
            status: .tooManyRequests
        ).show(
            page,
            """
            \(last.map { last in
                """
                <section class="card"><h2>\(reader[.ownTestOf]) \(reader.moment(last.at))</h2>
                <ul class="list">\(last.ways.map { row($0, reader) })</ul>
                \(isWaiting ? "<p><a href=\"\(to: reader["/profile/test"])\">\(reader[.reload])</a></p>" as HTML : nil)
                <p class="soft">\(reader[.ownTestMissing])</p></section>
                """ as HTML
            })
            <form class="card" id="test" method="post" action="\(to: reader["/profile/test"])">\(Shell.token(reader))
              <p>\(reader[.ownTestLead])</p><button>\(reader[.ownTest])</button></form>
            \(reader.links([
                ("/profile/contacts", .ownContacts, reader[.ownContactsWhy]),
                ("/profile/devices", .ownDevices, reader[.ownDevicesWhy]),
            ]))
            """)
    }

    private static func row(_ way: SentTest.Way, _ reader: Reader) -> HTML {
        let (send, kind) = (way.send, reader[way.send.channel.isDevice ? .ownByPush : way.send.channel.ownText])
        let reason = send.lastError.map { error -> HTML in
            "<span>\(reader[.ownTestRefused, ["reason": .text(error)]])</span>"
        }
        return """
            <li><div><span class="name"><b>\(way.name ?? kind)</b><span>\(kind)</span>\(reason)</span>\
            \(badge(send.state, reader))</div></li>

            """
    }

    static func badge(_ state: NoticeSend.State, _ reader: Reader) -> HTML {
        switch state {
        case .waiting: reader.badge("plain", "…", reader[.sendWaiting])
        case .sent: reader.badge("normal", "●", reader[.sendSent])
        case .delivered: reader.badge("normal", "●", reader[.sendDelivered])
        case .failed: reader.badge("critical", "!", reader[.sendFailed])
        case .cancelled: reader.badge("plain", "–", reader[.sendCancelled])
        }
    }
}
