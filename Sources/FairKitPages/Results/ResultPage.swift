/// One result: a patient's own, or one of a clinician's patient.
enum ResultPage {
    static func show(_ page: PageCall) async throws -> Response {
        guard let own = page.reader.profile else { return try await StaffResult.show(page) }
        return try await PatientResult.show(page, of: own)
    }
}
