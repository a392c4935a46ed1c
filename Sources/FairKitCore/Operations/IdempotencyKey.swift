/// The key that a client gives a request, so that a repeated request has no second effect
/// (draft-ietf-httpapi-idempotency-key-header-07). See decision 0014.
package struct IdempotencyKey: Hashable, Sendable {
    package let text: String

    /// - Parameter text: 1 to 255 visible ASCII characters; nil for anything else.
    package init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
        self.text = text
    }
}

/// A request under an idempotency key. The same key with another request is an error.
package struct KeyedRequest: Equatable, Sendable {
    package let key: IdempotencyKey
    /// The route; a key may be used once on each.
    package let route: Route
    /// Everything that makes two requests the same.
    package let content: [UInt8]

    /// The routes that create something. Stored texts; append only.
    package enum Route: String, Sendable {
        case profiles
        case kits
        case registrations
        case results
        case corrections
        case careAssignments = "care-assignments"
        case news
        /// The forms of pages.
        case forms

        /// How long the response is remembered; nil: for ever, since a result must never be stored twice.
        package var memory: Duration? {
            switch self {
            case .profiles, .kits, .registrations, .careAssignments, .news, .forms: .seconds(86_400)
            case .results, .corrections: nil
            }
        }
    }

    package init(key: IdempotencyKey, route: Route, content: [UInt8]) {
        self.key = key
        self.route = route
        self.content = content
    }
}
