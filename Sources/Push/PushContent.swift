import FairKitAPI
import FairKitCore
import FoundationEssentials

/// The content that a push message shows and hands to the app. It is shortened until its encoded form fits.
struct PushContent {
    private(set) var title: String
    private(set) var body: String
    let link: String?
    /// The members of the message's data; empty if it has none, or if they don't fit.
    private(set) var data: [String: JSONTree]

    /// A text is not shortened below this size, in bytes.
    private static let least = 20
    private static let ellipsis = "…"

    init(_ message: OutgoingMessage) {
        title = message.title
        body = message.body
        link = message.link
        let tree = message.data.flatMap { try? JSONDecoder().decode(JSONTree.self, from: Data($0)) }
        if case .object(let members) = tree { data = members } else { data = [:] }
    }

    /// The encoded form of at most `limit` bytes. First the body is shortened, then the data is left out, since half of
    /// it is no JSON, then the title is shortened.
    ///
    /// - Returns: nil if the rest is still too long, or is no JSON.
    func encoded(within limit: Int, as form: (PushContent) -> JSONTree) -> [UInt8]? {
        var content = self
        while true {
            guard let bytes = form(content).bytes else { return nil }
            guard bytes.count > limit else { return bytes }
            guard content.shorten(by: bytes.count - limit) else { return nil }
        }
    }

    /// - Returns: false if nothing is left to shorten.
    private mutating func shorten(by excess: Int) -> Bool {
        if let short = PushContent.shortened(body, by: excess) {
            body = short
        } else if !data.isEmpty {
            data = [:]
        } else if let short = PushContent.shortened(title, by: excess) {
            title = short
        } else {
            return false
        }
        return true
    }

    /// A text that is `excess` bytes of UTF-8 shorter, or half as long, cut between characters. A byte takes up to six in
    /// JSON, so cutting as much as is too long may cut too much.
    /// - Returns: nil if too little of it would be left.
    private static func shortened(_ text: String, by excess: Int) -> String? {
        let limit = max(text.utf8.count - excess, text.utf8.count / 2) - ellipsis.utf8.count
        guard limit >= least else { return nil }
        var end = text.startIndex
        var count = 0
        while end < text.endIndex {
            count += text[end].utf8.count
            guard count <= limit else { break }
            end = text.index(after: end)
        }
        return text[..<end] + ellipsis
    }
}

extension JSONTree {
    /// The tree in JSON, with the members of objects in the order of their names; nil if a number in it is infinite.
    var bytes: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) }
    }
}

extension OutgoingMessage {
    /// For how many seconds it may wait at the provider; 0: it is delivered at once or never.
    func secondsLeft(at now: Timestamp, atMost limit: Int64) -> Int64 {
        min(max(0, (expiresAt.milliseconds - now.milliseconds) / 1000), limit)
    }
}

extension String {
    /// Whether it can stand in a header as it is: visible ASCII characters only.
    var isVisibleASCII: Bool { utf8.allSatisfy { (33...126).contains($0) } }

    /// A provider's id of a message; nil if it is not one, but a text of any kind.
    var asReference: String? { (1...200).contains(utf8.count) && isVisibleASCII ? self : nil }
}
