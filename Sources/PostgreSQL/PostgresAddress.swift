/// Where a database is: `postgres://USER@HOST[:PORT][,HOST[:PORT]]/DATABASE[?sslmode=…&sslrootcert=…]`.
///
/// It holds no password, since addresses stand in settings and in lists of processes. Over TCP the connection is
/// encrypted, and the server proves its name. For a unix socket, HOST is its folder, percent-encoded:
/// `postgres://fairkit@%2Frun%2Fpostgresql/fairkit`.
/// See https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
package struct PostgresAddress: Hashable, Sendable {
    package struct Host: Hashable, Sendable {
        /// A name, an address, or the folder of a unix socket.
        package let name: String
        package let port: UInt16
    }

    /// How connections over TCP are protected.
    package enum Protection: Hashable, Sendable {
        /// By TLS. The server's certificate is from one of the authorities in this file, and has the server's name.
        case verified(authorities: String)
        /// Not at all, since the address says `sslmode=disable`.
        case none
    }

    package let user: String
    /// At least one. The first that can be reached and accepts writes is used.
    package let hosts: [Host]
    package let database: String
    package let protection: Protection

    /// The authorities that Debian trusts, of its package `ca-certificates`.
    package static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    /// - Throws: the part that has to be changed. The address is not repeated in it, since it may hold a password.
    package init(_ text: String) throws(Refusal) {
        guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix) else { throw .scheme }
        let (location, query) = text.dropFirst(scheme.count).halves(at: "?")
        let (server, database) = location.halves(at: "/")
        guard let at = server.lastIndex(of: "@") else { throw .user }
        guard !server[..<at].contains(":") else { throw .password }
        user = try server[..<at].decoded()
        guard !user.isEmpty else { throw .user }
        hosts = try server[server.index(after: at)...].split(separator: ",", omittingEmptySubsequences: false)
            .map { part throws(Refusal) in try Host(part) }
        self.database = try database?.decoded() ?? ""
        guard !self.database.isEmpty, !self.database.contains("/") else { throw .database }
        protection = try Protection(query ?? "")
    }
}

extension PostgresAddress.Host {
    fileprivate init(_ text: Substring) throws(PostgresAddress.Refusal) {
        // The colons of an IPv6 address are inside brackets.
        let isBracketed = text.hasPrefix("[")
        let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":")
        let name = try text[..<(end ?? text.endIndex)].dropFirst(isBracketed ? 1 : 0).decoded()
        var rest = end.map { text[$0...] } ?? ""
        if isBracketed {
            guard end != nil else { throw .host }
            rest = rest.dropFirst()
        }
        // Names, addresses, and folders: none of these characters has a meaning of its own in a list of hosts.
        let isKnown = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            case UInt8(ascii: ":"), UInt8(ascii: "%"): isBracketed
            case UInt8(ascii: "/"): name.hasPrefix("/")
            default: false
            }
        }
        guard !name.isEmpty, isKnown else { throw .host }
        self.name = name
        if rest.isEmpty {
            port = 5432
        } else {
            guard rest.hasPrefix(":"), let number = UInt16(rest.dropFirst()), number > 0 else { throw .port }
            port = number
        }
    }
}

extension PostgresAddress.Protection {
    fileprivate init(_ query: Substring) throws(PostgresAddress.Refusal) {
        var mode = "verify-full"
        var authorities = PostgresAddress.systemAuthorities
        for parameter in query.split(separator: "&") {
            let (name, value) = parameter.halves(at: "=")
            switch name {
            case "sslmode": mode = try (value ?? "").decoded()
            case "sslrootcert": authorities = try (value ?? "").decoded()
            case "password": throw .password
            default: throw .parameter
            }
        }
        switch mode {
        case "verify-full":
            guard authorities.hasPrefix("/") else { throw .authorities }
            self = .verified(authorities: authorities)
        case "disable": self = .none
        default: throw .mode
        }
    }
}

extension Substring {
    /// The text before the first such character, and the text after it.
    fileprivate func halves(at separator: Character) -> (Substring, Substring?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<index], self[self.index(after: index)...])
    }

    /// Without its percent-encoding. See RFC 3986, section 2.1.
    fileprivate func decoded() throws(PostgresAddress.Refusal) -> String {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw .encoding }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        // libpq reads up to a zero, and has no use for other control characters.
        guard let text = String(validating: bytes, as: UTF8.self), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
        else { throw .encoding }
        return text
    }
}
