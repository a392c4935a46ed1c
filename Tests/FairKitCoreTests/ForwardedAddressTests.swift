import FairKitCore
import Testing

@Suite struct `The address that a proxy says` {
    @Test(
        arguments: [
            (["192.0.2.1"], "192.0.2.1"), (["10.0.0.1, 192.0.2.1"], "192.0.2.1"),
            (["10.0.0.1", "192.0.2.1"], "192.0.2.1"),
            ([" 10.0.0.1 ,\t192.0.2.1 "], "192.0.2.1"), (["192.0.2.1:4711"], "192.0.2.1"),
            (["2001:db8::1"], "2001:db8:0:0:0:0:0:1"), (["[2001:db8::1]"], "2001:db8:0:0:0:0:0:1"),
            (["[2001:db8::1]:4711"], "2001:db8:0:0:0:0:0:1"), (["192.0.2.1, "], nil), (["192.0.2.1, somebody"], nil),
            ([""], nil), ([], nil), (["unknown"], nil),
        ] as [([String], String?)])
    func `is the last of X-Forwarded-For`(values: [String], expected: String?) {
        #expect(ForwardedAddress.last(forwardedFor: values, forwarded: [])?.description == expected)
    }

    @Test(
        arguments: [
            (["for=192.0.2.1"], "192.0.2.1"), (["for=10.0.0.1, for=192.0.2.1;proto=https"], "192.0.2.1"),
            (["proto=https; For=\"192.0.2.1:80\""], "192.0.2.1"),
            (["for=\"[2001:db8::1]:4711\"; by=10.0.0.1"], "2001:db8:0:0:0:0:0:1"), (["for=_hidden"], nil),
            (["for=192.0.2.1, proto=https"], nil), (["by=192.0.2.1"], nil), (["for"], nil),
        ] as [([String], String?)])
    func `or of Forwarded where that is missing`(values: [String], expected: String?) {
        #expect(ForwardedAddress.last(forwardedFor: [], forwarded: values)?.description == expected)
        #expect(ForwardedAddress.last(forwardedFor: ["192.0.2.9"], forwarded: values)?.description == "192.0.2.9")
    }
}
