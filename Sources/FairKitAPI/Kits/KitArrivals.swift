package import FairKitCore

extension KitArrivalRequest {
    /// Reads a row of a table; empty members count as missing, and are recorded if they are required.
    package init(_ members: [String: String], noting faults: inout Faults) {
        for name in TableMembers.ofArrivals.required where members[name]?.said == nil {
            faults.record("/\(name)", "is required")
        }
        self.init(
            kitCode: members["kitCode"]?.said ?? "", status: members["status"]?.said ?? "",
            reason: members["reason"]?.said)
    }
}

/// The outcome of one line of a batch of arrivals.
///
/// - `Refused`: the problem of a line that was not recorded.
package struct KitArrivalOutcome<Refused: Sendable>: Sendable {
    /// The number of the line, from 1.
    package let line: Int
    /// The status that the line would have got as a request of its own.
    package let status: Int
    /// As far as the line could be read.
    package var kitCode: String?
    package var kitId: String?
    /// The batch ended before this line: neither it nor any line after it was read.
    package var ended: Bool?
    package var problem: Refused?

    package init(line: Int, status: Int) {
        self.line = line
        self.status = status
    }
}

extension KitArrivalOutcome: JSONBody, JSONWritable where Refused: JSONWritable {}
extension KitArrivalOutcome: Decodable where Refused: Decodable {}
