package import FairKitCore

/// A part of a critical result that can't be read or can't be right: it was kept aside as the laboratory sent it.
package struct ConflictBody: Codable, JSONBody, Hashable, Sendable {
    /// Its position in the body that the laboratory sent.
    package let pointer: String
    /// The expected value there.
    package let detail: String
    /// As it was sent; absent: it is missing, or it was stored in its place.
    package let sent: String?

    /// nil: nothing was kept aside.
    package static func all(_ findings: Findings) -> [ConflictBody]? {
        let all = findings.conflicts.map {
            ConflictBody(pointer: $0.pointer, detail: $0.detail, sent: $0.sent)
        }
        return all.isEmpty ? nil : all
    }
}
