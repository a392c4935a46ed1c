import FairKitCore
import Testing

@Suite struct `A display name` {
    @Test(arguments: ["Kisumu Clinic", "Klinik, Zürich", "诊所", String(repeating: "x", count: 60)])
    func `is one line of up to 60 characters`(text: String) throws {
        #expect(try #require(DisplayName(text)).text == text)
    }

    @Test(arguments: ["", "  ", "a\nb", "a\u{2028}b", "a\0b", String(repeating: "x", count: 61)])
    func `is nothing else`(text: String) {
        #expect(DisplayName(text) == nil)
    }

    @Test func `is the tenant's own name, or the product's for the tenant default, until it is set`() throws {
        #expect(DisplayName(of: .standard).text == "FairKit")
        #expect(DisplayName(of: try #require(TenantName("kisumu-clinic"))).text == "kisumu-clinic")
    }
}
