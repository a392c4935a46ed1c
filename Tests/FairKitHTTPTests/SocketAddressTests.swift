import FairKitCore
import FairKitHTTP
import NIOCore
import Testing

@Suite struct `The address of a socket` {
    @Test(arguments: ["192.0.2.7", "2001:db8::1:2", "::ffff:192.0.2.7"])
    func `is the one of its text`(text: String) throws {
        #expect(IPAddress(try SocketAddress(ipAddress: text, port: 80)) == IPAddress(text))
    }

    @Test func `is none where it is a path`() throws {
        #expect(IPAddress(try SocketAddress(unixDomainSocketPath: "/test")) == nil)
    }
}
