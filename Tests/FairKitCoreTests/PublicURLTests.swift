import FairKitCore
import Testing

@Suite struct `The public URL` {
    @Test(arguments: [
        ("https://kit.example.org", "https://kit.example.org"), ("https://Kit.example.org/", "https://kit.example.org"),
        ("https://example.org:8443/kit/", "https://example.org:8443/kit"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"), ("https://10.0.0.7", "https://10.0.0.7"),
    ])
    func `is https, or on this machine`(text: String, address: String) throws {
        #expect(try PublicURL(text).description == address)
    }

    @Test(arguments: [
        "", "kit.example.org", "http://kit.example.org", "http://127.0.0.1.example.org", "ftp://kit.example.org",
        "https://", "https://kit.example.org/?a=b",
        "https://kit.example.org/#x", "https://ada:secret@kit.example.org", "https://kit.example.org/\r\nX: y",
    ])
    func `has no query, no fragment and no password`(text: String) {
        #expect(throws: Invalid.self) { try PublicURL(text) }
    }

    @Test(arguments: [
        ("https://Kit.example.org/", "https://kit.example.org"), ("https://example.org:443/kit", "https://example.org"),
        ("https://example.org:8443/kit/", "https://example.org:8443"),
        ("http://localhost:8080/", "http://localhost:8080"),
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("https://example.org:80", "https://example.org:80"),
    ])
    func `has the origin that browsers use`(text: String, origin: String) throws {
        #expect(try PublicURL(text).origin == origin)
    }

    @Test func `makes links whose secret is not sent to servers`() throws {
        let link = try PublicURL("https://example.org/kit/").link(to: "/reset", secret: "a b#c")
        #expect(link == "https://example.org/kit/reset#a%20b%23c")
    }
}
