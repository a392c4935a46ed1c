package import FairKitCore

/// A dashboard on the wire; a part that the caller may not read is absent.
package struct DashboardBody: Decodable, JSONBody, Sendable {
    package var pendingKits: Part<KitBody>?
    package var latestResult: ResultBody?
    package var nextTestDue: String?
    package var openCriticalAlerts: Part<AlertBody>?
    package var acknowledgedAlerts: Part<AlertBody>?
    package var heldResults: Part<ResultBody>?
    package var unmatchedResults: Part<ResultBody>?
    package var overdueKits: Part<KitBody>?
    package var kitsToReview: Part<KitBody>?
    package var setup: [String: Bool]?

    package init() {}

    /// The first entries of a list, and how many it has.
    package struct Part<Item: Decodable & JSONWritable & Sendable>: Decodable, JSONBody, Sendable {
        package let count: Int
        package let countIsLowerBound: Bool?
        package let items: [Item]

        package init(_ items: [Item], _ total: Total) {
            count = total.count
            countIsLowerBound = total.isLowerBound ? true : nil
            self.items = items
        }
    }
}
