import FairKitAPI
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
    private static let account = Served(Documents.account, "text/html; charset=utf-8", policy)
    private static let alert = Served(Documents.alert, "text/html; charset=utf-8", policy)
    private static let alertScript = Served(Documents.alertScript, "text/javascript; charset=utf-8")
    private static let style = Served(Documents.accountStyle, "text/css; charset=utf-8")
    private static let script = Served(Documents.accountScript, "text/javascript; charset=utf-8")

    static func page(_ request: Request, _ context: FairKitContext) throws -> Response {
        let path = request.uri.path
        guard let page = pages[path.hasSuffix("/") ? String(path.dropLast()) : path] else { throw Problem.notFound }
        return (request.acceptsGzip ? page.gzip : page.plain).answer(to: request, on: context.channel)
    }

    /// A browser at the server's root gets the documentation, until there is a page to sign in.
    static func front(_ request: Request, _ context: FairKitContext) -> Response {
        Response(status: .found, headers: [.location: "/docs"])
    }

    static func account(_ request: Request, _ context: FairKitContext) -> Response {
        account.answer(to: request, on: context.channel)
    }
    static func alert(_ request: Request, _ context: FairKitContext) -> Response {
        alert.answer(to: request, on: context.channel)
    }
    static func alertScript(_ request: Request, _ context: FairKitContext) -> Response {
        alertScript.answer(to: request, on: context.channel)
    }
    static func style(_ request: Request, _ context: FairKitContext) -> Response {
        style.answer(to: request, on: context.channel)
    }
    static func script(_ request: Request, _ context: FairKitContext) -> Response {
        script.answer(to: request, on: context.channel)
    }

    /// A file with its ETag (RFC 9110, section 8.8.3).
    private struct Served: Sendable {
        let body: ByteBuffer
        let headers: HTTPFields
        let tag: String

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

        func answer(to request: Request, on channel: any Channel) -> Response {
            guard !request.knows(EntityTag(text: tag)) else {
                var headers: HTTPFields = [.eTag: tag]
                headers[.vary] = self.headers[.vary]
                return Response(status: .notModified, headers: headers)
            }
            return Response(status: .ok, headers: headers, body: ResponseBody(inChunks: body, on: channel))
        }
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
