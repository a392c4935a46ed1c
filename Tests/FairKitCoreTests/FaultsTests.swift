import FairKitCore
import Testing

@Suite struct `Faults of a request body` {
    private static func pointers(_ noted: [String]) -> [String] {
        var faults = Faults()
        for pointer in noted { faults.record(pointer, "wrong") }
        return faults.fields.map(\.pointer)
    }

    @Test(arguments: [
        (["/a", "/b"], ["/a", "/b"]), (["/a", "/a"], ["/a"]), (["/level", "/level/value"], ["/level"]),
        (["/range/low", "/range"], ["/range/low"]), (["/a", "/ab"], ["/a", "/ab"]), (["", "/a"], [""]),
        (["/a", ""], ["/a"]), (["/tokens/1", "/tokens"], ["/tokens/1"]),
    ])
    func `name a member once, and nothing inside or around it`(noted: [String], kept: [String]) {
        #expect(Self.pointers(noted) == kept)
    }

    @Test func `that were found together are reported together`() {
        var faults = Faults()
        faults.record(Invalid([FieldError(pointer: "/a", detail: "x"), FieldError(pointer: "/a", detail: "y")]))
        #expect(faults.fields.map(\.detail) == ["x", "y"])
    }

    @Test func `are limited to a hundred`() {
        #expect(Self.pointers((0..<1000).map { "/\($0)" }).count == Faults.most)
    }

    @Test func `replace unreadable members, and refuse the body in the end`() {
        var faults = Faults()
        let read = faults.read(or: 7) { () throws(Invalid) in throw Invalid("/a", "a number") }
        #expect(read == 7)
        #expect(faults.read(or: 7) { () throws(Invalid) in 3 } == 3)
        #expect(faults.readIfPresent(String?.none) { (_) throws(Invalid) -> Int in throw Invalid("/b", "x") } == nil)
        var part = Faults()
        part.record("/name", "1 to 100 characters")
        faults.record(part, inside: "/profile")
        #expect(throws: Invalid.self) { try faults.refuse() }
        #expect(faults.fields.map(\.pointer) == ["/a", "/profile/name"])
    }

    @Test func `accept a body without faults`() throws {
        try Faults().refuse()
    }
}
