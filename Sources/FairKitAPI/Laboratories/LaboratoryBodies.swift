package import FairKitCore

/// A laboratory on the wire.
package struct LaboratoryBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let name: String
    /// Lines, separated by line feeds.
    package let address: String?
    /// E.164.
    package let phone: String?
    package let director: String?

    package init(_ laboratory: Laboratory) {
        id = "\(laboratory.id)"
        name = laboratory.name
        address = laboratory.details.address
        phone = laboratory.details.phone?.description
        director = laboratory.details.director
    }
}

/// The particulars of a laboratory that reports print beside its name. A member that is left out or null is removed.
package struct LaboratoryRequest: Decodable, Sendable {
    package let address: String?
    package let phone: String?
    package let director: String?
}
