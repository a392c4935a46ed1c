import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Articles and invitations to studies.
enum NewsDesk {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<NewsBody>> {
        let caller = try context.caller
        let (start, limit) = try Query.read(request, []) { query in try query.page(context) { NewsID($0) } }
        let page = try await context.tenancy.news.list(before: start, limit: limit, by: caller)
        return Answer(ListBody(items: page.items.map { NewsBody($0) }, nextCursor: try context.cursor(page.next)))
    }

    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<NewsBody> {
        let id = try context.id("id", of: NewsID.self) { NewsID($0) }
        return Answer(NewsBody(try await context.tenancy.news.show(id, by: try context.caller)))
    }

    static func publish(_ request: Request, _ context: FairKitContext) async throws -> Answer<NewsBody> {
        var faults = Faults()
        let (body, proof, caller) = try await request.keyedProved(
            NewsRequest.self, for: .news, context, noting: &faults)
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
        let made = try await context.tenancy.news.publish(
            kind ?? .article, texts, link: body.link, proof: proof, found: faults, by: caller)
        return Answer(made: made, by: caller, NewsBody(made.value), at: "/api/v1/news/\(made.item.id)")
    }

    static func withdraw(_ request: Request, _ context: FairKitContext) async throws -> Answer<NewsBody> {
        let id = try context.id("id", of: NewsID.self) { NewsID($0) }
        return Answer(NewsBody(try await context.tenancy.news.withdraw(id, by: try context.caller)))
    }
}

extension PublishFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .account(let failure): failure.problem
        }
    }
}

extension NewsWithdrawn: ProblemConvertible {
    var problem: Problem { Problem(.conflict, .newsWithdrawn, "This news was withdrawn before.") }
}

extension NewsBody {
    fileprivate init(_ view: NewsView) { self.init(view.item, showsState: view.isForStaff, told: view.told) }
}
