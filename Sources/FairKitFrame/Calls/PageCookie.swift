package import FairKitCore
import HTTPTypes
package import Hummingbird

/// The cookies of pages. The prefix `__Host-` makes a browser refuse those that another host, or a page without TLS, sets.
/// Two tenants of one server have two names, since such cookies are sent to all paths. See decision 0159.
package enum PageCookie {
    /// The value names a session; the store has only its digest.
    package static func session(of tenant: TenantName) -> String { "__Host-fk-\(tenant)" }

    /// A right password that waits for its code. No name of a tenant has a dot.
    package static func challenge(of tenant: TenantName) -> String { "__Host-fk.code-\(tenant)" }

    /// The proof of identity of the last minutes, in one session.
    package static func proof(of tenant: TenantName) -> String { "__Host-fk.proof-\(tenant)" }

    /// An address that a person who registers has proven by the code of a mail.
    package static func registration(of tenant: TenantName) -> String { "__Host-fk.register-\(tenant)" }

    /// Single keys do something in this browser.
    package static let keys = "__Host-fk.keys"

    /// Whether pages are light or dark in this browser; without it, they follow the device.
    package static let theme = "__Host-fk.theme"

    /// The language of a reader who has not signed in yet.
    package static let language = "__Host-fk.language"

    /// - Parameter seconds: how long the browser keeps it; nil: until it is closed; 0: it forgets it.
    package static func set(_ name: String, _ value: String, for seconds: Int? = nil) -> String {
        "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Strict" + (seconds.map { "; Max-Age=\($0)" } ?? "")
    }
}

extension Request {
    /// The value of a cookie; nil: it is absent, or was sent twice.
    package func cookie(named name: String) -> String? {
        let found = headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.utf8.count + 1) : nil
        }
        return found.count == 1 ? String(found[0]) : nil
    }

    /// Whether a person asked for it, by a link, an address or a form. What a page fetches by itself keeps no session from
    /// ending by inactivity.
    var isInput: Bool {
        guard method == .get || method == .head else { return true }
        guard !isPrefetch else { return false }
        return fetchMetadata("Mode").map { $0 == "navigate" } ?? true
    }

    /// Whether a browser asks before a person does.
    package var isPrefetch: Bool {
        HTTPField.Name("Sec-Purpose").flatMap { headers[$0] }?.contains("prefetch") == true
    }

    /// A browser's statement about a request (W3C Fetch Metadata): `Site`, `Mode`.
    package func fetchMetadata(_ name: String) -> String? {
        HTTPField.Name("Sec-Fetch-\(name)").flatMap { headers[$0] }
    }
}

extension AnyCall {
    /// The tenant that the path of a page names; nil: a malformed name.
    package var tenantInPath: TenantName? {
        context.parameters.get("tenant").map { TenantName($0) } ?? .standard
    }
}
