import HTTPTypes
import Hummingbird
import NIOCore

/// What tells one state of a list from another (RFC 9110, section 8.8.3): clients that poll send it back in `If-None-Match`, and get 304 while
/// nothing has changed. See the decision `0076-lists-that-did-not-change`.
struct EntityTag {
    let text: String

    /// SipHash over the bytes that would be sent, by keys that this process drew when it started: nobody makes two lists with the same tag, and
    /// after a restart each list is sent once more.
    init(of bytes: ByteBuffer) {
        var hasher = Hasher()
        hasher.combine(bytes)
        text = "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
    }

    /// One that is known already.
    init(text: String) { self.text = text }
}

extension Request {
    /// Whether the client has what a tag stands for.
    func knows(_ tag: EntityTag) -> Bool {
        headers[.ifNoneMatch]?.split(separator: ",").contains { part in
            let text = part.drop { $0 == " " }.prefix { $0 != " " }
            // The mark of a weak validator is not heeded here (RFC 9110, section 13.1.2).
            return text == "*" || (text.hasPrefix("W/") ? text.dropFirst(2) : text) == tag.text[...]
        } ?? false
    }
}
