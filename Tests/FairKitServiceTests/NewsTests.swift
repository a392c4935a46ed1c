import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `News` {
    private let house: TestHouse

    init() throws { house = try TestHouse() }

    private static let texts: [Language: NewsItem.Text] = [
        .english: NewsItem.Text(title: "Breathing well", text: "Slowly."),
        .swahili: NewsItem.Text(title: "Kupumua vizuri", text: "Polepole."),
    ]

    private func publish(
        _ kind: NewsItem.Kind, _ texts: [Language: NewsItem.Text] = News.texts, link: String? = nil
    ) async throws -> NewsItem {
        house.time.advance(by: .seconds(1))
        return try await house.tenancy.news.publish(kind, texts, link: link, proof: nil, by: .command).item
    }

    private func account(research: Bool = false) async throws -> Caller {
        let person = try await house.person(consents: Consents(research: research))
        return try await house.somebody(.patient(person))
    }

    @Test func `tell an article to those who have not switched news off`() async throws {
        let (reader, other) = (try await account(), try await account())
        var chosen = NoticePreferences()
        for channel in NoticePreferences.Channel.allCases { chosen.set(.educational, by: channel, false) }
        _ = try await house.tenancy.preferences.set(chosen, found: Faults(), by: other)
        _ = try await house.tenancy.accounts.changeSettings(["news-hosts": "news.example.org"], by: .command)
        let item = try await publish(.article, link: "https://news.example.org/1")
        #expect(try await house.tenancy.news.notify() == 1)
        let told = try await house.told(reader)
        #expect(told.map(\.kind) == [.article])
        #expect(told.first?.facts.topic == "Breathing well" && told.first?.facts.news == "\(item.id)")
        #expect(try await house.told(other).isEmpty)
    }

    @Test func `invite to a study only those who consent to research`() async throws {
        let (with, without) = (try await account(research: true), try await account())
        _ = try await publish(.study)
        #expect(try await house.tenancy.news.notify() == 1)
        #expect(try await house.kinds(toldTo: with) == [.studyInvitation])
        #expect(try await house.told(without).isEmpty)
    }

    @Test func `are told once, in batches, and go on after a crash`() async throws {
        for _ in 0..<130 { _ = try await house.person(consents: Consents(research: true)) }
        let last = try await account(research: true)
        _ = try await publish(.study)
        let late = try await account(research: true)
        // The first batch has no one who can be reached. A server that dies after it goes on with the second one.
        for _ in 0..<2 { _ = try await house.tenancy.news.notify() }
        #expect(try await house.kinds(toldTo: last) == [.studyInvitation])
        #expect(try await house.told(late).isEmpty)
        let shown = try await house.tenancy.news.list(before: nil, limit: 10, by: house.caller(.administrator)).items
        #expect(shown.map(\.item.state) == [.published] && shown.map(\.notified) == [1])
        let partner = try await house.tenancy.news.list(before: nil, limit: 10, by: house.caller(.coordinator)).items
        #expect(partner.map(\.notified) == [nil])
    }

    @Test func `skip people in whose language there is no text`() async throws {
        let reader = try await account()
        _ = try await publish(.article, [.swahili: NewsItem.Text(title: "Kupumua", text: "Polepole.")])
        #expect(try await house.tenancy.news.notify() == 0)
        #expect(try await house.told(reader).isEmpty)
    }

    @Test func `reach a person without an account only with an invitation to which they consent`() async throws {
        let patient = try await Patient(
            house, consents: Consents(research: true), level: 150, email: "baraka@example.org", raises: false)
        _ = try await publish(.article)
        _ = try await publish(.study)
        #expect(try await house.tenancy.news.notify() == 1)
        let told = try await house.store.read { (tx) throws(DatabaseError) in try tx.notices(to: patient.id) }
        #expect(told.map(\.kind).filter { $0.category == .educational } == [.studyInvitation])
        let mail = try #require(
            try await house.tenancy.notices.due(over: .email, in: .others, except: [], limit: 10)
                .first { $0.notice.kind == .studyInvitation })
        // The title of a study says what its reader has.
        #expect(!mail.message.body.contains("Kupumua") && !mail.message.title.contains("Kupumua"))
    }

    @Test(arguments: [true, false])
    func `are not sent any more after they, or the consent, were withdrawn`(withdrawsNews: Bool) async throws {
        let reader = try await account(research: true)
        let item = try await publish(.study)
        _ = try await house.tenancy.news.notify()
        #expect(try await house.tenancy.notices.due(over: .email, in: .others, except: [], limit: 10).count == 1)
        if withdrawsNews {
            _ = try await house.tenancy.news.withdraw(item.id, by: house.caller(.coordinator))
        } else {
            let profile = try #require(reader.subject.role.profile)
            _ = try await house.tenancy.profiles.change(profile, expectedVersions: nil, by: reader) {
                (profile, _) throws(Invalid) in
                var details = profile.details
                details.consents.research = false
                return details
            }
        }
        #expect(try await house.tenancy.notices.due(over: .email, in: .others, except: [], limit: 10).isEmpty)
        let seen = try await house.tenancy.news.list(before: nil, limit: 10, by: reader).items
        #expect(seen.isEmpty)
    }

    @Test func `are published by nobody with a token or a key alone`() async throws {
        for caller in [house.caller(.coordinator), house.caller(.administrator)] {
            do throws(Refusal<PublishFailure>) {
                _ = try await house.tenancy.news.publish(.article, News.texts, link: nil, proof: nil, by: caller)
                Issue.record("they were published")
            } catch {
                guard case .own(.account(.noAccount)) = error else { throw error }
            }
        }
    }

    @Test func `have a title, a text and an https link`() async throws {
        let bad: [([Language: NewsItem.Text], String?, String)] = [
            ([:], nil, "/texts"),
            ([.english: NewsItem.Text(title: "", text: "x")], nil, "/texts/en/title"),
            ([.english: NewsItem.Text(title: "x", text: " ")], nil, "/texts/en/text"),
            ([.english: NewsItem.Text(title: "x", text: "x")], "http://news.example.org/", "/link"),
            ([.english: NewsItem.Text(title: "x", text: "x")], "javascript:alert(1)", "/link"),
            ([.english: NewsItem.Text(title: "x", text: "x")], "https://fairkit-login.evil.example/auth", "/link"),
        ]
        for (texts, link, pointer) in bad {
            do throws(Refusal<PublishFailure>) {
                _ = try await house.tenancy.news.publish(.article, texts, link: link, proof: nil, by: .command)
                Issue.record("\(pointer) was not checked")
            } catch {
                guard case .invalid(let invalid) = error else { throw error }
                #expect(invalid.fields.map(\.pointer) == [pointer])
            }
        }
    }
}
