import HTTPTypes
import Hummingbird
package import NIOCore

/// The ETag of a list (RFC 9110, section 8.8.3): polling clients send it in `If-None-Match`, and get 304 while nothing
/// has changed. See decision 0076.
package struct EntityTag {
    package let text: String

    /// SipHash over the response bytes, with a key that each process draws at random: collisions can't be constructed,
    /// and after a restart each list is sent once more.
    package init(of bytes: ByteBuffer) {
        var hasher = Hasher()
        hasher.combine(bytes)
        text = "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
    }

    /// From a stored tag.
    package init(text: String) { self.text = text }

    /// The text between the quotes of a tag that a client sent, without the additions of proxies that compress answers:
    /// `W/` before it, as nginx does, or `-gzip` in it, as Apache does. nil: it is no tag.
    package static func text(sent part: Substring) -> Substring? {
        var text = part.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        guard text.count > 2, text.first == "\"", text.last == "\"" else { return nil }
        text = text.dropFirst().dropLast()
        guard let mark = text.firstIndex(where: { "-;".contains($0) }),
            ["gzip", "br", "zstd", "deflate"].contains(text[mark...].drop { "-;".contains($0) })
        else { return text }
        return text[..<mark]
    }
}

extension Request {
    /// Whether the client's `If-None-Match` has the tag.
    package func knows(_ tag: EntityTag) -> Bool {
        headers[.ifNoneMatch]?.split(separator: ",").contains { part in
            // Weak validators compare equal here (RFC 9110, section 13.1.2).
            part.filter { $0 != " " } == "*"
                || EntityTag.text(sent: part).map { $0 == tag.text.dropFirst().dropLast() } ?? false
        } ?? false
    }
}
