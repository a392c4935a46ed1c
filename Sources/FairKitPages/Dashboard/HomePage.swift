import FairKitCore
import FairKitFrame
import FairKitService

/// Where a person begins: a patient in `PatientHome`, a clinician in `StaffHome`, a laboratory in `LaboratoryHome`, a
/// coordinator among their programmes.
enum HomePage {
    /// The server's root leads home, and from there to the sign-in.
    static func front(_ call: PublicCall) -> Response { .seeOther(Link("/home", of: .standard)) }

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        if reader.may(.acknowledgeAlert) { return try await StaffHome.show(page) }
        if reader.role == .laboratory { return try await LaboratoryHome.show(page) }
        if reader.role == .administrator { return try await AdministratorHome.show(page) }
        if reader.role == .coordinator { return try await ProgrammesPage.home(page) }
        return try await PatientHome.show(page)
    }
}
