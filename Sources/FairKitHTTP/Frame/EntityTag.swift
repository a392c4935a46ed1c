import HTTPTypes
import Hummingbird
import NIOCore

/// The ETag of a list (RFC 9110, section 8.8.3): polling clients send it in `If-None-Match`, and get 304 while nothing
/// has changed. See decision 0076.
struct EntityTag {
    let text: String

    /// SipHash over the response bytes, with a key that each process draws at random: collisions can't be constructed,
    /// and after a restart each list is sent once more.
    init(of bytes: ByteBuffer) {
        var hasher = Hasher()
        hasher.combine(bytes)
        text = "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
    }

    /// From a stored tag.
    init(text: String) { self.text = text }
}

extension Request {
    /// Whether the client's `If-None-Match` has the tag.
    func knows(_ tag: EntityTag) -> Bool {
        headers[.ifNoneMatch]?.split(separator: ",").contains { part in
            let text = part.drop { $0 == " " }.prefix { $0 != " " }
            // Weak validators compare equal here (RFC 9110, section 13.1.2).
            return text == "*" || (text.hasPrefix("W/") ? text.dropFirst(2) : text) == tag.text[...]
        } ?? false
    }
}
