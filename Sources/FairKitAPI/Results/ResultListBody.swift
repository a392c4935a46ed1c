package import FairKitCore

/// A page of results on the wire.
package struct ResultListBody: Decodable, JSONBody, Sendable {
    package let items: [ResultBody]
    package let nextCursor: Cursor?
    package let total: Int?
    package let totalIsLowerBound: Bool?
    /// nil: every result in the clinician's care is shown, or the caller is not a clinician with an account.
    package let withheld: Withheld?

    /// Tells a clinician that results are missing, without saying whose or whether there are any.
    package struct Withheld: Decodable, JSONBody, Sendable {
        /// How many patients in the clinician's care withhold their results.
        package let patients: Int
        package let reason: String

        package init(patients: Int) {
            self.patients = patients
            reason = "consent"
        }
    }

    package init(items: [ResultBody], nextCursor: Cursor?, total: Total?, withheld: Withheld?) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total?.count
        totalIsLowerBound = total?.isLowerBound == true ? true : nil
        self.withheld = withheld
    }
}
