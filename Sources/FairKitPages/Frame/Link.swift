package import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// An address that a page may name: a page of this tenant, or a telephone number. No text of a user becomes one, so none
/// begins with `javascript:` or leads to another host.
package struct Link: Equatable, Sendable {
    package let text: String

    private init(text: String) { self.text = text }

    /// A page of a tenant. The first tenant's pages stand at the root, another's below `/at/NAME`.
    package init(_ path: Path, of tenant: TenantName) {
        text = Link.prefix(of: tenant) + path.text
    }

    /// The entry of an authenticator app, which a press on a telephone opens.
    init(settingUp factor: BegunFactor) { text = factor.uri }

    /// The page that a form led to when it came before.
    init(before text: String) { self.text = text }

    /// The privacy notice that an administrator of the tenant has set, at `https://`; nil: there is none.
    init?(reading notice: ConsentNotice) {
        guard let url = notice.url, url.hasPrefix("https://") else { return nil }
        text = url
    }

    /// A number in the form of E.164.
    package init(calling number: PhoneNumber) { text = "tel:\(number)" }

    /// The page of a tenant that a request named; nil: there is no such page, or it is of another tenant.
    ///
    /// - Parameter sent: the address, as a client sent it.
    package init?(next sent: String, of tenant: TenantName, among routes: [Route]) {
        self.init(sent, of: tenant, among: routes, .get)
    }

    /// The same for what takes a form.
    init?(form sent: String, of tenant: TenantName, among routes: [Route]) {
        self.init(sent, of: tenant, among: routes, .post)
    }

    private init?(_ sent: String, of tenant: TenantName, among routes: [Route], _ method: HTTPRequest.Method) {
        let path = sent.prefix { $0 != "?" }
        let isPlain = sent.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~/?=&%".utf8.contains(byte)
            }
        }
        guard isPlain, path.hasPrefix("/"), path.split(separator: "/").joined(separator: "/") == path.dropFirst(),
            path.hasPrefix("/at/") == (tenant != .standard), path.hasPrefix(Link.prefix(of: tenant)),
            routes.routes(matching: String(path)).contains(where: { $0.method == method })
        else { return nil }
        text = sent
    }

    package static func prefix(of tenant: TenantName) -> String { tenant == .standard ? "" : "/at/\(tenant)" }

    /// A path and its query, whose interpolated parts are percent-encoded.
    package struct Path: ExpressibleByStringInterpolation, Sendable {
        private(set) var text: String

        package init(stringLiteral value: String) { text = value }
        package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

        /// The same with those of the values that there are.
        func with(_ query: KeyValuePairs<String, String?>) -> Path {
            var path = self
            for case (let name, let value?) in query {
                path.text += "\(path.text.contains("?") ? "&" : "?")\(name)=\(value.percentEncoded)"
            }
            return path
        }

        package struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var text = ""

            package init(literalCapacity: Int, interpolationCount: Int) {}
            package mutating func appendLiteral(_ literal: String) { text += literal }
            package mutating func appendInterpolation(_ part: some CustomStringConvertible) {
                text += part.description.percentEncoded
            }
        }
    }
}
