import FairKitCore
import Testing

@Suite struct `Trusted proxies` {
    let proxies: TrustedProxies

    init() throws {
        proxies = try TrustedProxies("10.0.0.0/24, 2001:db8:1::/48,192.0.2.200")
    }

    @Test(
        arguments: [
            (["192.0.2.1"], "192.0.2.1"), (["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
            (["198.51.100.1", "192.0.2.1"], "192.0.2.1"), ([" 198.51.100.1 ,\t192.0.2.1 "], "192.0.2.1"),
            (["192.0.2.1:4711"], "192.0.2.1"), (["2001:db8::1"], "2001:db8:0:0:0:0:0:1"),
            (["[2001:db8::1]"], "2001:db8:0:0:0:0:0:1"), (["[2001:db8::1]:4711"], "2001:db8:0:0:0:0:0:1"),
        ] as [([String], String)])
    func `name the client last`(values: [String], expected: String) throws {
        #expect(proxies.source(of: IPAddress("10.0.0.9"), forwardedFor: values)?.description == expected)
        #expect(proxies.source(of: IPAddress("::ffff:10.0.0.9"), forwardedFor: values)?.description == expected)
    }

    @Test(
        arguments: [
            (["203.0.113.6, 10.0.0.3"], "203.0.113.6"),
            (["198.51.100.1, 203.0.113.6, 10.0.0.3, 10.0.0.4"], "203.0.113.6"),
            (["10.0.0.77, 203.0.113.6, 192.0.2.200"], "203.0.113.6"),
            (["203.0.113.6", "2001:db8:1:2::3, 10.0.0.4"], "203.0.113.6"), (["10.0.0.5, 10.0.0.3"], "10.0.0.5"),
        ] as [([String], String)])
    func `are never the client if one forwards to another`(values: [String], expected: String) {
        #expect(proxies.source(of: IPAddress("10.0.0.9"), forwardedFor: values)?.description == expected)
    }

    @Test(
        arguments: [
            ([], "10.0.0.9"), ([""], "10.0.0.9"), (["unknown"], "10.0.0.9"), (["198.51.100.1, "], "10.0.0.9"),
            (["198.51.100.1, somebody"], "10.0.0.9"), (["198.51.100.1, _hidden, 10.0.0.3"], "10.0.0.3"),
        ] as [([String], String)])
    func `count as the client if their header can't be parsed`(values: [String], expected: String) {
        #expect(proxies.source(of: IPAddress("10.0.0.9"), forwardedFor: values)?.description == expected)
    }

    @Test(arguments: ["10.0.1.9", "127.0.0.1", "192.0.2.201", "::1", "2001:db8:2::1", "::10.0.0.9"])
    func `are the only trusted peers`(peer: String) {
        let address = IPAddress(peer)
        #expect(!proxies.contains(address))
        #expect(proxies.source(of: address, forwardedFor: ["10.0.0.1", "198.51.100.1"]) == address)
        #expect(proxies.source(of: nil, forwardedFor: ["198.51.100.1"]) == nil)
    }

    @Test func `can be on this machine`() throws {
        for local in [TrustedProxies.local, try TrustedProxies("local"), try TrustedProxies("10.0.0.1, local")] {
            for peer in ["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1"] {
                #expect(local.contains(IPAddress(peer)))
            }
            #expect(!local.contains(IPAddress("128.0.0.1")) && !local.contains(IPAddress("::2")))
        }
    }

    @Test(
        arguments: [
            ("", ""), ("10.0.0.1,", ""), (",10.0.0.1", ""), ("10.0.0.1 10.0.0.2", "10.0.0.1 10.0.0.2"),
            ("true", "true"),
            ("proxy.example.org", "proxy.example.org"), ("10.0.0.0/33", "10.0.0.0/33"), ("10.0.0.1/24", "10.0.0.1/24"),
            ("10.0.0.128/24", "10.0.0.128/24"), ("10.0.0.0/08", "10.0.0.0/08"), ("10.0.0.0/", "10.0.0.0/"),
            ("10.0.0.0/-1", "10.0.0.0/-1"),
            ("2001:db8::/129", "2001:db8::/129"), ("2001:db8::1/64", "2001:db8::1/64"),
            ("10.0.0.0/8/8", "10.0.0.0/8/8"), ("Local", "Local"),
        ])
    func `are given by addresses and networks only`(text: String, part: String) {
        #expect(throws: TrustedProxies.Malformed.part(part)) { try TrustedProxies(text) }
    }

    @Test(arguments: ["0.0.0.0/0", "::/0"])
    func `never include all addresses`(text: String) {
        #expect(throws: TrustedProxies.Malformed.everyAddress(text)) { try TrustedProxies("local, " + text) }
    }
}
