import FairKitAPI
import HTTPTypes
import Hummingbird

/// A body of an answer; it becomes JSON.
struct Answer<Body: Encodable>: ResponseGenerator {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields = [:]
    let body: Body

    init(_ body: Body) {
        self.body = body
    }

    /// 201 with the place of what was made.
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
        let json = try JSONOutput.json(body, wanted: isPage ? .ofEntries(wanted) : wanted)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: json))
    }
}
