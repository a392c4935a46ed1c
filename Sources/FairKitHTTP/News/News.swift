import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// Articles and invitations to studies.
enum News {
    static func list(_ call: Call) async throws -> Answer<ListBody<NewsBody>> {
        let (start, limit) = try call.query { query in try query.page(call) { NewsID($0) } }
        let page = try await call.tenancy.news.list(before: start, limit: limit, by: call.caller)
        return try call.list(page) { NewsBody($0) }
    }

    static func show(_ call: Call) async throws -> Answer<NewsBody> {
        Answer(NewsBody(try await call.tenancy.news.show(call.id(), by: call.caller)))
    }

    static func publish(_ call: Call) async throws -> Answer<NewsBody> {
        var (body, proof, caller, faults) = try await call.keyedProved(NewsRequest.self, for: .news)
        let kind = NewsItem.Kind(rawValue: body.kind)
        faults.require(kind != nil, "/kind", "article or study")
        var texts: [Language: NewsItem.Text] = [:]
        for (code, text) in body.texts.sorted(by: { $0.key < $1.key }) {
            guard let language = Language(rawValue: code) else {
                faults.record(Invalid(path: ["texts", code], "en, es or sw"))
                continue
            }
            texts[language] = NewsItem.Text(title: text.title, text: text.text)
        }
        let made = try await call.tenancy.news.publish(
            kind ?? .article, texts, link: body.link, proof: proof, found: faults, by: caller)
        return Answer(made: made, by: caller, NewsBody(made.value), at: "/api/v1/news/\(made.item.id)")
    }

    static func withdraw(_ call: Call) async throws -> Answer<NewsBody> {
        Answer(NewsBody(try await call.tenancy.news.withdraw(call.id(), by: call.caller)))
    }
}

extension PublishFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .account(let failure): failure.problem
        }
    }
}

extension NewsWithdrawn: ProblemConvertible {
    package var problem: Problem { Problem(.conflict, .newsWithdrawn, "This news was withdrawn before.") }
}

extension NewsBody {
    fileprivate init(_ view: NewsView) { self.init(view.item, showsState: view.isForStaff, told: view.notified) }
}
