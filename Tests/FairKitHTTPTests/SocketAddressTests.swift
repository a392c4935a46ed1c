import FairKitCore
import FairKitFrame
import NIOCore
import Testing

@Suite struct `The address of a socket` {
    @Test(arguments: ["192.0.2.7", "2001:db8::1:2", "::ffff:192.0.2.7"])
    func `equals its text`(text: String) throws {
        #expect(IPAddress(try SocketAddress(ipAddress: text, port: 80)) == IPAddress(text))
    }

    @Test func `is nil for a path`() throws {
        #expect(IPAddress(try SocketAddress(unixDomainSocketPath: "/test")) == nil)
    }
}
