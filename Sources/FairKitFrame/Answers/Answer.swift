package import FairKitAPI
import FairKitCore
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// A return type of routes that answer JSON.
package protocol AnswersJSON {}

/// A response with a JSON body.
package struct Answer<Body: JSONWritable>: ResponseGenerator, AnswersJSON {
    package var status: HTTPResponse.Status
    package var headers: HTTPFields = [:]
    package let body: Body
    /// Whether it has an ETag of its bytes, and is 304 for a client that has them. Lists have one.
    package var isTagged = Body.self is any EntriesInItems.Type

    /// - Parameter version: the version of the object, for clients that change it under a condition.
    package init(_ body: Body, _ status: HTTPResponse.Status = .ok, version: Int? = nil) {
        self.body = body
        self.status = status
        headers[.eTag] = version.map { "\"\($0)\"" }
    }

    /// A 201 response with the location of the created object.
    package init(created body: Body, at location: String, version: Int? = nil) {
        self.init(body, .created, version: version)
        headers[.location] = location
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        let reads = request.method == .get || request.method == .head
        let wanted = reads ? try WantedMembers(request) : .all
        let isPage = !wanted.isAll && Body.self is any EntriesInItems.Type
        let json: ByteBuffer
        do throws(JSONWriter.UnknownMember) {
            json = ByteBuffer(bytes: try JSONWriter.bytes(of: body, wanted: isPage ? .ofEntries(wanted) : wanted))
        } catch let unknown {
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

extension ByteBuffer {
    /// A value in JSON, with all its members.
    package init(json value: some JSONWritable) { self.init(bytes: JSONWriter.bytes(ofAll: value)) }
}

extension AnyCall {
    /// A response with bytes that are not made by `Answer`.
    ///
    /// - Parameter disposition: whether a browser shows it or saves it, and under which name.
    package func file(_ bytes: ByteBuffer, _ type: String, _ disposition: String? = nil, _ more: HTTPFields = [:])
        -> Response
    {
        var headers = more
        headers[.contentType] = type
        headers[.contentDisposition] = disposition
        return Response(status: .ok, headers: headers, body: ResponseBody(inChunks: bytes, on: context.channel))
    }
}
