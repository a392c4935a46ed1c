import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Results: reported and corrected by laboratories, read by patients and clinicians.
    static let results: [Route] = [
        .api(.post, "/results", for: .recordResult, Results.record).atOnce,
        .api(.post, "/results/batch", for: .recordResult, ResultBatch.record).streamedAtOnce,
        .api(.get, "/results", for: .readResults, Results.list),
        .api(.get, "/results.csv", for: .readResults, ResultsCSV.list),
        .api(.get, "/results/{id}/report.pdf", for: .readResults, Reports.result).of(.result).byTicket,
        .api(.get, "/results/{id}", for: .readResults, Results.show).of(.result),
        .api(.post, "/results/{id}/read", for: .markResultsRead, Results.markRead).of(.result),
        .api(.get, "/profiles/{id}/trend", for: .readResults, Results.trend).of(.profile),
        .api(.get, "/results/{id}/candidates", for: .correctResult, Results.candidates).of(.result),
        .api(.post, "/results/{id}/corrections", for: .correctResult, Results.correct).of(.result).atOnce,
        .api(.post, "/results/{id}/release", for: .releaseResult, Results.release).of(.result).atOnce,
    ]
}
