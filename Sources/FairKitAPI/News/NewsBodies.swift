package import FairKitCore

/// Publishes news.
package struct NewsRequest: Decodable, Sendable {
    package let kind: String
    /// By language: `en`, `es` or `sw`.
    package let texts: [String: NewsTextBody]
    package let link: String?
}

/// News in one language.
package struct NewsTextBody: Decodable, JSONBody, Sendable {
    package let title: String
    package let text: String
}

/// News on the wire.
package struct NewsBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let kind: String
    package let texts: [String: NewsTextBody]
    package let link: String?
    package let publishedAt: String
    /// Only for those who publish news.
    package let state: String?
    /// How many people were told; only for administrators.
    package let told: Int?

    /// - Parameters:
    ///   - showsState: whether the reader publishes news.
    ///   - told: nil: not shown.
    package init(_ item: NewsItem, showsState: Bool, told: Int?) {
        id = "\(item.id)"
        kind = item.kind.rawValue
        texts = Dictionary(
            uniqueKeysWithValues: item.texts.map {
                ($0.key.rawValue, NewsTextBody(title: $0.value.title, text: $0.value.text))
            })
        link = item.link
        publishedAt = "\(item.publishedAt)"
        state = showsState ? item.state.rawValue : nil
        self.told = told
    }
}
