/// The name that a client gives a request, so that sending it again does nothing twice
/// (draft-ietf-httpapi-idempotency-key-header-07). See the decision `0014-idempotency-keys`.
package struct IdempotencyKey: Hashable, Sendable {
    package let text: String

    /// - Parameter text: 1 to 255 visible ASCII characters; nil for anything else.
    package init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
        self.text = text
    }
}

/// What a client sent under a key: the same key with anything else is a mistake.
package struct KeyedRequest: Hashable, Sendable {
    package let key: IdempotencyKey
    /// What was asked for; the same key may stand for one thing on each route.
    package let route: Route
    /// Everything that makes the request what it is.
    package let content: [UInt8]

    /// The routes that create. The texts are stored; append only.
    package enum Route: String, Sendable {
        case profiles
        case kits
        case registrations
        case results
        case corrections
        case careAssignments = "care-assignments"

        /// How long what was made is remembered; nil: for ever, since a result must never be stored twice.
        package var memory: Duration? {
            switch self {
            case .profiles, .kits, .registrations, .careAssignments: .seconds(86_400)
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
