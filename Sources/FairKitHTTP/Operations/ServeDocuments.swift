import FairKitAPI
import FairKitFrame
import HTTPTypes
import Hummingbird
import NIOCore
import Schemas

/// The documentation at `/docs`, `openapi.yaml`, and the pages behind the links in mails. All are part of the binary.
enum ServeDocuments {
    /// The documentation, by path.
    private static let pages: [String: (plain: Served, gzip: Served)] = {
        let policy: HTTPFields = [
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ]
        return Dictionary(
            uniqueKeysWithValues: Documents.pages.map { page in
                var headers = page.type.hasPrefix("text/html") ? policy : [:]
                headers[.vary] = "Accept-Encoding"
                var compressed = headers
                compressed[.contentEncoding] = "gzip"
                return (
                    page.path,
                    (Served(page.plain, page.type, headers), Served(page.gzip, page.type, compressed))
                )
            })
    }()

    /// The pages set their referrer policy themselves.
    private static let policy: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ]
    static let alert = SpokenPage(Documents.alert, policy)
    static let shared = SpokenPage(Documents.shared, policy)
    static let alertScript = Served.script(Documents.alertScript)
    static let sharedScript = Served.script(Documents.sharedScript)
    static let commonScript = Served.script(Documents.commonScript)
    static let style = Served(Documents.accountStyle, "text/css; charset=utf-8")

    static func page(_ call: PublicCall) throws -> Response {
        let path = call.request.uri.path
        guard let page = pages[path.hasSuffix("/") ? String(path.dropLast()) : path] else { throw Problem.notFound }
        return (call.request.acceptsGzip ? page.gzip : page.plain).answer(call)
    }
}

/// A file with its ETag (RFC 9110, section 8.8.3).
struct Served: Sendable {
    let body: ByteBuffer
    let headers: HTTPFields
    let tag: String

    static func script(_ bytes: [UInt8]) -> Served { Served(bytes, "text/javascript; charset=utf-8") }

    init(_ bytes: [UInt8], _ type: String, _ more: HTTPFields = [:]) {
        body = ByteBuffer(bytes: bytes)
        let digits = String(fnv1a(bytes), radix: 16)
        tag = "\"\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)\""
        var headers = more
        headers[.contentType] = type
        headers[.eTag] = tag
        // Cached but revalidated each time, so that a new version appears at once.
        headers[.cacheControl] = "no-cache"
        self.headers = headers
    }

    func answer(_ call: PublicCall) -> Response {
        guard !call.request.knows(EntityTag(text: tag)) else {
            var headers: HTTPFields = [.eTag: tag]
            headers[.vary] = self.headers[.vary]
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(inChunks: body, on: call.context.channel))
    }
}

extension Request {
    /// Whether the client takes gzip (RFC 9110, section 12.5.3).
    fileprivate var acceptsGzip: Bool {
        let codings = (headers[.acceptEncoding] ?? "").lowercased().filter { $0 != " " }.split(separator: ",")
        let offers = codings.map { $0.split(separator: ";") }
        guard let offer = offers.first(where: { $0.first == "gzip" }) ?? offers.first(where: { $0.first == "*" }) else {
            return false
        }
        return !offer.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
}

/// FNV-1a, 64 bits: enough to tell two versions of a file apart.
private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
