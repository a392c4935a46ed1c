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
    package var turnaround: Turnaround?
    package var setup: [String: Bool]?
    package var invitationsToApprove: Part<InvitationBody>?

    package init() {}

    /// How long a laboratory's samples take from their arrival to their result.
    package struct Turnaround: Decodable, JSONBody, Sendable {
        package let results: Int
        package let medianSeconds: Int?
        package let waiting: [Waiting]

        package init(results: Int, medianSeconds: Int?, waiting: [Waiting]) {
            (self.results, self.medianSeconds, self.waiting) = (results, medianSeconds, waiting)
        }
    }

    package struct Waiting: Decodable, JSONBody, Sendable {
        package let id: String
        package let kitCode: String
        package let arrivedAt: String

        package init(id: String, kitCode: String, arrivedAt: String) {
            (self.id, self.kitCode, self.arrivedAt) = (id, kitCode, arrivedAt)
        }
    }

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
