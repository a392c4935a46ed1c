import FairKitFrame
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@Suite struct `The security headers` {
    private static let referrer = HTTPField.Name("Referrer-Policy")
    private static let nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// The headers that reach the client.
    private func sent(_ head: HTTPResponse, isSecure: Bool = false) throws -> HTTPFields {
        let channel = EmbeddedChannel(handler: AnswerHeaders(isSecure: isSecure))
        try channel.writeOutbound(HTTPResponsePart.head(head))
        guard case .head(let sent)? = try channel.readOutbound(as: HTTPResponsePart.self) else { return [:] }
        return sent.headerFields
    }

    @Test(arguments: [200, 201, 404, 500])
    func `forbid a browser to run or embed a response`(status: Int) throws {
        let fields = try sent(HTTPResponse(status: .init(code: status)))
        #expect(fields[.contentSecurityPolicy] == Self.nothing)
        #expect(fields[try #require(Self.referrer)] == "no-referrer")
        #expect(fields[.xContentTypeOptions] == "nosniff")
        #expect(fields[.cacheControl] == "no-store")
        #expect(fields[.strictTransportSecurity] == nil)
    }

    @Test func `keep headers that a response sets itself`() throws {
        let own: HTTPFields = [.contentSecurityPolicy: "default-src 'self'", .cacheControl: "no-cache"]
        let fields = try sent(HTTPResponse(status: .ok, headerFields: own))
        #expect(fields[values: .contentSecurityPolicy] == ["default-src 'self'"])
        #expect(fields[values: .cacheControl] == ["no-cache"])
    }

    @Test func `leave the policy of a cached response unchanged`() throws {
        let fields = try sent(HTTPResponse(status: .notModified))
        #expect(fields[.contentSecurityPolicy] == nil)
        #expect(fields[.cacheControl] == nil)
    }

    @Test func `require HTTPS for a year if the server has TLS`() throws {
        let fields = try sent(HTTPResponse(status: .ok), isSecure: true)
        #expect(fields[.strictTransportSecurity] == "max-age=31536000; includeSubDomains")
    }
}
