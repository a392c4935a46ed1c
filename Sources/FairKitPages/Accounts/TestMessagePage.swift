import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// A test message to oneself by each confirmed way, and what came of it.
enum TestMessagePage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        do { _ = try await page.tenancy.contacts.sendTest(by: page.caller) } catch {
            guard case .own(.codesLimited) = error else { throw error }
            return try await draw(page, [Wrong(field: "test", text: page.reader[.ownTestLimited])])
        }
        return .seeOther(page.reader["/profile/test?done=\(PageText.ownTestAsked.rawValue)"])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong] = []) async throws -> Response {
        let (reader, last) = (page.reader, try await page.tenancy.contacts.lastTest(by: page.caller))
        let isWaiting = last?.ways.contains { $0.send.state == .waiting } ?? false
        let content: HTML = """
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
            """
        return OwnPage(
            title: .ownTest, parent: ("/profile/notices", .ownNotices), said: [.ownTestAsked], wrong: wrong,
            status: .tooManyRequests
        ).show(page, content)
    }

    private static func row(_ way: SentTest.Way, _ reader: Reader) -> HTML {
        let (send, kind) = (way.send, reader[way.send.channel.isDevice ? .ownByPush : way.send.channel.ownText])
        let reason = send.lastError.map { "\(reader[.ownTestRefused, ["reason": .text($0)]])" as HTML }
        return reader.row(nil, "\(way.name ?? kind)", ["\(kind)", reason], badge(send.state, reader))
    }

    static func badge(_ state: NoticeSend.State, _ reader: Reader) -> HTML {
        let look =
            switch state {
            case .waiting: ("plain", "…")
            case .sent, .delivered: ("normal", "●")
            case .failed: ("critical", "!")
            case .cancelled: ("plain", "–")
            }
        return reader.badge(look.0, look.1, reader[state.text])
    }
}
