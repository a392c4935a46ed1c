/// One size of a person's photo.
package struct ProfilePhoto: Equatable, Sendable {
    package enum Size: String, Sendable, CaseIterable {
        case small
        case large
    }

    /// The most bytes of the file that a client sends; `Portrait` has the same limit.
    package static let mostBytes = 10_000_000

    package let jpeg: [UInt8]
    package let changedAt: Timestamp

    package init(jpeg: [UInt8], changedAt: Timestamp) {
        self.jpeg = jpeg
        self.changedAt = changedAt
    }
}
