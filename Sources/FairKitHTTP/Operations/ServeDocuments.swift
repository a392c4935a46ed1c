import FairKitAPI
import HTTPTypes
import Hummingbird
import NIOCore
import Schemas

/// The API's own description: `openapi.yaml`, and the page made from it; and the page behind the links in mails. All are part of the
/// binary.
enum ServeDocuments {
    private static let document = Served(Documents.openAPI, "application/yaml")
    private static let page = Served(
        Documents.docs, "text/html; charset=utf-8", [.contentSecurityPolicy: Documents.docsPolicy])

    private static let account = Served(
        Documents.account, "text/html; charset=utf-8",
        [
            // The page itself says that it is no referrer.
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ])
    private static let style = Served(Documents.accountStyle, "text/css; charset=utf-8")
    private static let script = Served(Documents.accountScript, "text/javascript; charset=utf-8")

    static func openAPI(_ request: Request, _ context: FairKitContext) -> Response {
        document.answer(to: request, on: context.channel)
    }
    static func docs(_ request: Request, _ context: FairKitContext) -> Response {
        page.answer(to: request, on: context.channel)
    }

    /// Who types the server's name into a browser gets its documentation. To come: a page to sign in.
    static func front(_ request: Request, _ context: FairKitContext) -> Response {
        Response(status: .found, headers: [.location: "/docs"])
    }

    static func account(_ request: Request, _ context: FairKitContext) -> Response {
        account.answer(to: request, on: context.channel)
    }
    static func style(_ request: Request, _ context: FairKitContext) -> Response {
        style.answer(to: request, on: context.channel)
    }
    static func script(_ request: Request, _ context: FairKitContext) -> Response {
        script.answer(to: request, on: context.channel)
    }

    /// A file with its validator (RFC 9110, section 8.8.3).
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
            // Kept, but asked for each time: a new version is seen at once.
            headers[.cacheControl] = "no-cache"
            self.headers = headers
        }

        func answer(to request: Request, on channel: any Channel) -> Response {
            guard !request.knows(EntityTag(text: tag)) else {
                return Response(status: .notModified, headers: [.eTag: tag])
            }
            return Response(status: .ok, headers: headers, body: ResponseBody(inChunks: body, on: channel))
        }
    }
}

/// FNV-1a, 64 bits: tells two versions of a file apart, and no more is asked of an ETag.
private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
