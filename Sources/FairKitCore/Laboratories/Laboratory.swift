/// A laboratory. It has its own results, references and ranges. Its first API key or account adds it.
package struct Laboratory: Equatable, Sendable {
    package let id: LaboratoryID
    package let name: String
    package let details: LaboratoryDetails

    package init(id: LaboratoryID, name: String, details: LaboratoryDetails = LaboratoryDetails()) {
        self.id = id
        self.name = name
        self.details = details
    }
}

package typealias LaboratoryID = ID<Laboratory>

/// The details of a laboratory that reports print beside its name (42 CFR 493.1291(c)(2)). See decision 0107.
package struct LaboratoryDetails: Equatable, Sendable {
    /// Lines, separated by line feeds.
    package let address: String?
    package let phone: PhoneNumber?
    /// The name of the laboratory's director.
    package let director: String?

    package init(address: String? = nil, phone: PhoneNumber? = nil, director: String? = nil) {
        self.address = address
        self.phone = phone
        self.director = director
    }

    /// The most characters of an address.
    package static let longestAddress = 500

    /// Records every invalid text.
    package func check(_ faults: inout Faults) {
        faults.require(
            address?.isLongText(LaboratoryDetails.longestAddress) ?? true, "/address",
            "1 to \(LaboratoryDetails.longestAddress) characters, without control characters other than line feeds")
        faults.require(
            director?.isText(1...200) ?? true, "/director", "1 to 200 characters, without control characters")
    }
}
