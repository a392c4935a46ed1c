import FairKitCore
import Testing

@Suite struct `A mail address` {
    @Test(arguments: [
        "ada@example.org", "ada.otieno+kit@mail.example.org", "o'brien@example.org", "x@localhost", "\u{61}@1.example",
        String(repeating: "a", count: 64) + "@example.org",
    ])
    func `is read if it is in common use`(text: String) throws {
        #expect(try #require(MailAddress(text)).description == text)
    }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "ada@@example.org", "ada@b@example.org", ".ada@example.org",
        "ada.@example.org", "a..b@example.org",
        "ada otieno@example.org", "ada@example..org", "ada@-example.org", "ada@example.org.", "ada@example_org",
        "\"ada\"@example.org",
        "Ada <ada@example.org>", "ada@[127.0.0.1]", "adä@example.org", "ada@exämple.org",
        "ada@example.org\r\nBcc: eve@example.org",
        "ada\n@example.org", "ada@example.org\0", "ada,eve@example.org", "<ada@example.org>",
        String(repeating: "a", count: 65) + "@example.org",
        "ada@" + String(repeating: "a", count: 64) + ".org", "ada@" + String(repeating: "abc.", count: 63) + "org",
    ])
    func `is refused if it could have a meaning in a header or a command`(text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test func `is read with white space around it, which people copy with it`() {
        #expect(MailAddress(typed: " \u{A0}ada@example.org\n")?.description == "ada@example.org")
        #expect(MailAddress(typed: "ada @example.org") == nil)
    }

    @Test func `has a masked form`() throws {
        #expect(try #require(MailAddress("ada.otieno@example.org")).masked == "a•••@example.org")
    }
}
