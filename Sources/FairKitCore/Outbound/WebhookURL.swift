/// The URL of a webhook: https, a host by name or IPv4 address, no user, no fragment.
///
/// It is rebuilt from its validated parts, so that no later parser can find another host in it.
package struct WebhookURL: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// In lower case.
    package let host: String
    /// nil: the default port of the scheme.
    package let port: Int?
    /// Path and query, as given.
    private var rest: String

    package static let mostBytes = 2048

    /// - Parameter allowsPrivate: whether http is accepted as well, and targets on this machine and its network.
    package init(_ text: String, allowsPrivate: Bool) throws(Invalid) {
        try self.init(parsing: text)
        guard !allowsPrivate else { return }
        let option = "unless the server runs with --allow-private-webhooks (FAIRKIT_ALLOW_PRIVATE_WEBHOOKS=true)"
        guard isSecure else { throw Invalid("/url", "must begin with https://, \(option)") }
        guard !isPrivate else {
            throw Invalid("/url", "must be on the public internet, not on this machine or its network, \(option)")
        }
    }

    /// Whether the host is private by its name alone: an address that is not public, however it is written, a name
    /// without a dot, or a name under a domain for private networks (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`).
    /// Other names are resolved and checked before each request.
    private var isPrivate: Bool {
        if let address = IPAddress(host) { return !address.isPublic }
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return true }
        // Resolvers also read 127.1 and 0x7f.1 as addresses; no top-level domain begins with a digit.
        if last.utf8.first.map({ (48...57).contains($0) }) ?? true { return true }
        return ["localhost", "local", "internal", "home.arpa"].contains { host == $0 || host.hasSuffix(".\($0)") }
    }

    /// Reads a stored URL: it was validated when it was set, and its addresses are checked before each request.
    package init?(stored text: String) {
        do { try self.init(parsing: text) } catch { return nil }
    }

    private init(parsing text: String) throws(Invalid) {
        let bytes = Array(text.utf8)
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard bytes.count <= WebhookURL.mostBytes, let scheme else {
            throw Invalid("/url", "an https:// address of at most 2048 bytes")
        }
        let tail = bytes.dropFirst(scheme.utf8.count)
        let authority = tail.prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let parts = authority.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, name.isHost else {
            throw Invalid("/url", "a host by its name or IPv4 address, without user and password")
        }
        isSecure = scheme == "https://"
        host = String(decoding: name, as: UTF8.self).lowercased()
        if parts.count == 2 {
            let digits = String(decoding: parts[1], as: UTF8.self)
            guard let number = Int(digits), (1...65_535).contains(number), digits == "\(number)" else {
                throw Invalid("/url", "a port from 1 to 65535")
            }
            port = number
        } else {
            port = nil
        }
        let rest = tail.dropFirst(authority.count)
        guard rest.isPathAndQuery else {
            throw Invalid("/url", "a path and a query of visible ASCII characters, and no fragment")
        }
        self.rest = String(decoding: rest, as: UTF8.self)
    }

    /// The same address for one tenant of the server: with the parameter `tenant`, unless it is the first tenant.
    package func naming(_ tenant: TenantName) -> WebhookURL {
        guard tenant != .standard else { return self }
        var copy = self
        let path = rest.isEmpty ? "/" : rest
        copy.rest = "\(path)\(path.contains("?") ? "&" : "?")tenant=\(tenant)"
        return copy
    }

    /// Scheme, host and port.
    package var origin: String { "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")" }

    package var description: String { origin + rest }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
    }
    fileprivate var isHexDigit: Bool {
        (48...57).contains(self) || (65...70).contains(self) || (97...102).contains(self)
    }
}

extension ArraySlice<UInt8> {
    /// Letters, digits, `.` and `-`, beginning and ending with a letter or a digit.
    fileprivate var isHost: Bool {
        guard let first, let last, first.isAlphanumeric, last.isAlphanumeric else { return false }
        return allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    }

    /// The characters that RFC 3986 allows in a path and a query; a per cent sign is followed by two hexadecimal
    /// digits.
    fileprivate var isPathAndQuery: Bool {
        var index = startIndex
        while index < endIndex {
            if self[index] == UInt8(ascii: "%") {
                guard index + 2 < endIndex, self[index + 1].isHexDigit, self[index + 2].isHexDigit else { return false }
                index += 3
            } else {
                guard self[index].isAlphanumeric || "-._~!$&'()*+,;=:@/?".utf8.contains(self[index]) else {
                    return false
                }
                index += 1
            }
        }
        return true
    }
}
