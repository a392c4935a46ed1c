import FairKitAPI
import FairKitCore
import HTTPTypes
import Hummingbird
import NIOCore

/// What routes that answer JSON return.
protocol AnswersJSON {}

/// A response with a JSON body.
struct Answer<Body: Encodable>: ResponseGenerator, AnswersJSON {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    let body: Body
    /// Whether it has an ETag of its bytes, and is 304 for a client that has them. Lists have one.
    var isTagged = Body.self is any EntriesInItems.Type

    init(_ body: Body) {
        self.body = body
    }

    /// A 201 response with the location of the created object.
    init(created body: Body, at location: String) {
        self.body = body
        status = .created
        headers[.location] = location
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        let reads = request.method == .get || request.method == .head
        let wanted = reads ? try WantedMembers(request) : .all
        let isPage = !wanted.isAll && Body.self is any EntriesInItems.Type
        let json: ByteBuffer
        do {
            json = try JSONOutput.json(body, wanted: isPage ? .ofEntries(wanted) : wanted)
        } catch let unknown as JSONOutput.UnknownMember {
            throw Invalid("/fields", "names of members of the response; name number \(unknown.position) is unknown")
        }
        if reads, status == .ok, isTagged {
            let tag = EntityTag(of: json)
            headers[.eTag] = tag.text
            if request.knows(tag) {
                headers[.contentType] = nil
                return Response(status: .notModified, headers: headers)
            }
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: json))
    }
}
