package struct RotatedSigningKeyBody: Decodable, JSONBody, Sendable {
    package let kid: String
    package let dropped: [String]

    package init(kid: String, dropped: [String]) {
        self.kid = kid
        self.dropped = dropped
    }
}
