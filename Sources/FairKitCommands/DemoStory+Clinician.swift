import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

extension DemoStory {
    /// A clinician finds the person by half a name, looks at the results and their history, and takes a report along.
    func askAsClinician(_ clinician: DemoClient, about id: ProfileID) async throws {
        let list = try await clinician.get("/api/v1/results?patientId=\(id)")
        let flags = try list.decode(ListBody<ResultBody>.self).items.compactMap(\.flag)
        step("A clinician queries: \(flags.joined(separator: ", "))", list)

        let search = try await clinician.post("/api/v1/profiles/search", json: #"{"text": "oti"}"#)
        let found = try search.decode(ListBody<ProfileBody>.self).items
        guard found.contains(where: { $0.id == "\(id)" }) else { throw OperatorError("The search found no one.") }
        let names = found.map(\.name.full)
        step("searches for “oti” and finds \(names.joined(separator: ", "))", search)

        let trend = try await clinician.get("/api/v1/profiles/\(id)/trend")
        let points = try trend.decode(TrendBody.self).points
        step(
            "follows the history: \(points.map { "\($0.level.value) \($0.level.unit)" }.joined(separator: " → "))",
            trend
        )

        let report = try await clinician.get("/api/v1/profiles/\(id)/report.pdf")
        guard report.status == 200, report.body.starts(with: Data("%PDF".utf8)) else {
            throw OperatorError("The server answered \(report.status) instead of a report.")
        }
        step("takes a report along: PDF/A, \(report.body.count / 1024) KB", report)
        if let pdf {
            try report.body.write(to: URL(filePath: pdf), options: .atomic)
            print("The report is in \(pdf).")
        }
    }
}
