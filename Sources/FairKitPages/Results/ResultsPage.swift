/// The results that a person may see: a patient's own, or those of a clinician's patients.
enum ResultsPage {
    static func show(_ page: PageCall) async throws -> Response {
        guard let own = page.reader.profile else { return try await StaffResults.show(page) }
        return try await PatientResults.show(page, of: own)
    }
}
