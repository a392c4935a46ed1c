/// What an app reports about its own faults, added up by day: about no person, and without text.
package struct Diagnostic: Hashable, Sendable {
    package let platform: Platform
    /// Of the app, such as `2.3.1`.
    package let version: String
    package let kind: Kind
    package let count: Int

    package enum Platform: String, Sendable, CaseIterable {
        case android, ios, web
    }

    /// What went wrong. The texts are stored and sent; append only.
    package enum Kind: String, Sendable, CaseIterable {
        case crash
        case hang
        case slowStart = "start-slow"
        case uploadFailed = "upload-failed"
        case scanFailed = "scan-failed"
        case signInFailed = "sign-in-failed"
        case pushMissing = "push-missing"
    }

    /// The most of one report.
    package static let most = 1000
    /// The most rows of a day; further versions are counted as `other`.
    package static let mostRows = 500
    /// How many days are shown.
    package static let days = 30

    package init(platform: Platform, version: String, kind: Kind, count: Int) {
        self.platform = platform
        self.version = version
        self.kind = kind
        self.count = count
    }

    /// Whether a text is a version: numbers with points, so that it can name no one.
    package static func isVersion(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    }
}
