import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Logging
import Support
import Synchronization
import Testing

/// Push services of which one times out, and which refuse forged subscriptions.
private final class PushServices: MessageCarrier {
    let accepted = Mutex<[String]>([])

    func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard !address.contains("dead.example") else { return SendAnswer(.timeout) }
        guard !address.contains("forged") else { return SendAnswer(.unauthorized, status: 403) }
        accepted.withLock { $0.append(address) }
        return SendAnswer(.accepted)
    }

    func close() async {}
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct `A browser's push service that never answers` {
    private let house: TestHouse

    init() throws { house = try TestHouse(clock: InstantClock()) }

    private func subscription(_ host: String) -> String {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        return #"{"endpoint":"https://\#(host)/a","keys":{"p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}}"#
    }

    /// Registers a browser and tells its owner something, several times.
    private func notify(
        _ kind: NoticeKind, over host: String, times: Int, attempts: Int = 0, registered age: Duration = .zero
    ) async throws -> (browser: ContactPointID, sends: [NoticeSendID]) {
        let account = try #require(try await house.somebody(.administrator, "reader").subject.account)
        let now = house.time.now
        let contact = ContactPoint(
            id: .new(at: now), owner: .account(account), kind: .webPush, address: subscription(host),
            createdAt: now.advanced(by: .zero - age), verifiedAt: now)
        let notices = (0..<times).map { _ in Notice(to: .account(account), kind, NoticeFacts(), at: now) }
        let sends = notices.map {
            NoticeSend(
                id: .new(at: now), notice: $0.id, channel: .webPush, contact: contact.id, lane: $0.lane,
                dueAt: now, expiresAt: $0.expiresAt.advanced(by: .seconds(7 * 86_400)), attempts: attempts)
        }
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insertContactPoint(contact)
            for notice in notices { _ = try tx.insertNotice(notice) }
            for send in sends { try tx.insertNoticeSend(send) }
        }
        return (contact.id, sends.map(\.id))
    }

    @Test(arguments: [NoticeKind.alertStaff, .contactAdded], ["dead.example", "live.example/forged"])
    func `or refuses one subscription holds up no other message`(kind: NoticeKind, host: String) async throws {
        _ = try await notify(kind, over: host, times: 70)
        house.time.advance(by: .milliseconds(1))
        _ = try await notify(kind, over: "live.example", times: 1)
        let services = PushServices()
        let sending = SendNotices(house.tenancy, by: [.webPush: services], random: { 0.5 }, logger: .quiet)
        await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await sending.run() }
            while services.accepted.withLock(\.isEmpty) { await Task.yield() }
            tasks.cancelAll()
        }
        #expect(services.accepted.withLock { $0 } == [subscription("live.example")])
    }

    @Test(arguments: [.zero, .seconds(14 * 86_400)] as [Duration])
    func `is no longer asked when a subscription has not worked for a day since its first message`(
        registered age: Duration
    ) async throws {
        let (browser, sends) = try await notify(
            .contactAdded, over: "dead.example", times: 1, attempts: 30, registered: age)
        func attempt() async throws -> ContactPoint? {
            let due = try await house.tenancy.notices.due(over: .webPush, in: .others, except: [], limit: 1)
            let send = try #require(due.first { $0.send.id == sends[0] })
            try await house.tenancy.notices.settle(send, SendAnswer(.timeout), due: house.time.now)
            return try await house.store.read { (tx) throws(DatabaseError) in try tx.contactPoint(browser) }
        }
        #expect(try await attempt()?.isUsed == true)
        house.time.advance(by: .seconds(86_400))
        #expect(try await attempt()?.disabled?.reason == "timeout")
    }
}
