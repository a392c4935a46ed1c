/// The mail server, and how to connect to it.
package struct SMTPServer: Hashable, Sendable {
    package enum Security: String, Sendable {
        /// `smtp://`: TLS by STARTTLS, which is required.
        case startTLS = "smtp"
        /// `smtps://`: TLS from the first byte on.
        case fromTheStart = "smtps"
        /// `smtp+plain://`: no encryption; only to this machine.
        case none = "smtp+plain"

        fileprivate var usualPort: Int {
            switch self {
            case .startTLS: 587
            case .fromTheStart: 465
            case .none: 25
            }
        }
    }

    /// The login of the mail server.
    package struct Login: Hashable, Sendable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package let security: Security
    package let host: String
    package let port: Int
    package let login: Login?
    /// The trusted certificate authorities, in PEM; nil: the system's.
    package let authorities: String?

    /// Why a URL can't be used.
    package enum Unusable: Error {
        case malformed
        /// Unencrypted, to another machine.
        case plain
    }

    /// - Parameter url: a scheme and a host, and optionally a port.
    package init(url: String, login: Login? = nil, authorities: String? = nil) throws(Unusable) {
        let parts = url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let security = Security(rawValue: parts[0].lowercased()) else { throw .malformed }
        var rest = parts[1]
        if rest.last == "/" { rest.removeLast() }
        let names = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(names.count), names[0].isHost else { throw .malformed }
        if names.count == 2 {
            guard let number = Int(names[1]), (1...65_535).contains(number), names[1] == "\(number)" else {
                throw .malformed
            }
            port = number
        } else {
            port = security.usualPort
        }
        host = names[0].lowercased()
        guard security != .none || ["localhost", "127.0.0.1"].contains(host) else { throw .plain }
        self.security = security
        self.login = login
        self.authorities = authorities
    }

    /// As libcurl wants it.
    var url: String { "\(security == .fromTheStart ? "smtps" : "smtp")://\(host):\(port)" }
}

extension StringProtocol {
    /// A name or an IPv4 address.
    fileprivate var isHost: Bool {
        guard let first, let last, first != "-", first != ".", last != "-" else { return false }
        return utf8.count <= 253
            && utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
    }
}
