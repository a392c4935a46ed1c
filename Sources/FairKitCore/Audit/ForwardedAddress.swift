/// Where a request came from, as the proxy in front says.
package enum ForwardedAddress {
    /// - Parameters:
    ///   - forwardedFor: the values of `X-Forwarded-For`, in their order.
    ///   - forwarded: the values of `Forwarded` (RFC 7239).
    /// - Returns: the last address of the first header that is there: each proxy adds one at the end, and what stands before came from
    ///   the client, who may write what it likes. nil: it is no address.
    package static func last(forwardedFor: [String], forwarded: [String]) -> IPAddress? {
        if !forwardedFor.isEmpty { return address(lastPart(of: forwardedFor)) }
        let pairs = lastPart(of: forwarded).split(separator: ";")
        for pair in pairs {
            let sides = pair.split(separator: "=", maxSplits: 1).map(trimmed)
            if sides.count == 2, sides[0].lowercased() == "for" { return address(sides[1]) }
        }
        return nil
    }

    private static func lastPart(of values: [String]) -> Substring {
        trimmed(values.last?.split(separator: ",", omittingEmptySubsequences: false).last ?? "")
    }

    /// `192.0.2.1`, `2001:db8::1`, and each with a port: `192.0.2.1:80`, `"[2001:db8::1]:80"`.
    private static func address(_ text: Substring) -> IPAddress? {
        var text = text
        if text.count > 1, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
        if text.first == "[", let end = text.firstIndex(of: "]") {
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return IPAddress(String(parts.count == 2 ? parts[0] : text))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
    }
}
