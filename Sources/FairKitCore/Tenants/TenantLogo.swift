/// The logo of a tenant: a square in JPEG, without metadata, as a confined worker made it.
package struct TenantLogo: Sendable {
    /// So that a page with its style, its script and the logo stays below 100 KB.
    package static let mostBytes = 32_768

    package let jpeg: [UInt8]
    /// Changes with the picture. It stands in its address, so that browsers keep the picture for good.
    package let mark: String

    package init(jpeg: [UInt8], mark: String) {
        self.jpeg = jpeg
        self.mark = mark
    }
}
