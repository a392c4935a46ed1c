import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Where a person begins: a patient in `PatientHome`, a clinician with the open alerts.
enum HomePage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        if reader.may(.acknowledgeAlert) { return .seeOther(reader["/alerts"]) }
        guard reader.role == .patient else {
            return page.show(
                Document(title: reader[.home], tab: .home, content: "<p class=\"lead\">\(reader[.nothingForRole])</p>"))
        }
        return try await PatientHome.show(page)
    }
}
