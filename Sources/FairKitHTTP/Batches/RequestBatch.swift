import FairKitAPI
import FairKitCore
import FairKitFrame
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Route {
    /// Several reads in one request, for phones on slow lines. It counts as its parts do.
    static let requestBatch = Route.api(.post, "/batch", for: nil, RequestBatch.run).unlimited
}

/// Several GET requests in one. Each part goes through the router as a request of its own, with the credentials of the
/// whole: its rights, its rate limit, its audit entry. See decision 0109.
enum RequestBatch {
    private static let most = 20
    private static let longestPath = 2000

    static func run(_ call: Call) async throws -> Response {
        guard let parts = call.open.parts else { throw Problem.internal }
        var (body, faults) = try await call.jsonAndFaults(Body.self)
        faults.require((1...most).contains(body.requests.count), "/requests", "1 to \(most) requests")
        let requests = body.requests.prefix(most).enumerated().map { index, part in
            part.request(inside: call.request, at: "/requests/\(index)", &faults)
        }
        try faults.refuse()
        var json = ByteBuffer(string: #"{"responses":["#)
        for (index, part) in requests.enumerated() {
            if index > 0 { json.writeString(",") }
            try await parts.respond(to: part, of: call).write(to: &json)
        }
        json.writeString("]}")
        return call.file(json, "application/json")
    }

    private struct Body: Decodable {
        let requests: [Part]
    }

    private struct Part: Decodable {
        let method: String?
        let path: String
        let headers: [String: String]?

        /// Headers that a part may have. All others, such as credentials, are those of the whole request.
        private static let own: [HTTPField.Name] = [.ifNoneMatch, .acceptLanguage]
        /// Headers of the whole request that are about its own body or response.
        private static let ofWhole: [HTTPField.Name] = [
            .contentType, .contentLength, .contentEncoding, .transferEncoding, .expect, .ifMatch, .ifNoneMatch, .range,
        ]

        func request(inside whole: Request, at pointer: String, _ faults: inout Faults) -> Request {
            faults.require(method == nil || method == "GET", "\(pointer)/method", "GET")
            faults.require(isPath, "\(pointer)/path", "a path of the API, such as /api/v1/results?limit=5")
            if isPath, !Route.all.isReadInBatch(path) {
                faults.record(
                    "\(pointer)/path", "a path that answers GET with JSON; send others as requests of their own")
            }
            var fields = whole.headers
            for name in Part.ofWhole { fields[name] = nil }
            for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let known = Part.own.first(where: { $0.rawName.lowercased() == name.lowercased() }),
                    value.utf8.allSatisfy({ (32...126).contains($0) })
                else {
                    faults.record("\(pointer)/headers", "If-None-Match and Accept-Language, in ASCII")
                    continue
                }
                fields[known] = value
            }
            let head = HTTPRequest(
                method: .get, scheme: whole.head.scheme, authority: whole.head.authority,
                path: isPath ? path : "/", headerFields: fields)
            return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        }

        private var isPath: Bool {
            path.hasPrefix("/api/v1/") && path.utf8.count <= longestPath
                && path.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: "#") }
        }
    }
}

extension [Route] {
    /// Whether a path is one that batches read, or none at all, which the router answers.
    fileprivate func isReadInBatch(_ path: String) -> Bool {
        let found = routes(matching: String(path.prefix { $0 != "?" })).filter { $0.method == .get }
        return found.isEmpty || found.contains(where: \.isReadInBatches)
    }
}
