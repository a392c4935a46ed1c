import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// The metrics page for Prometheus.
enum MetricsPage {
    /// For administrators of the first tenant, since the page covers all tenants.
    static func showToAdministrator(_ call: Call) async throws -> Response {
        guard call.tenant.name == .standard else { throw Problem.notFound }
        return try await page(call)
    }

    /// For the local listener. A browser that was lured here under another host name is refused (DNS rebinding).
    static func showToThisMachine(_ call: PublicCall) async throws -> Response {
        let host = call.request.head.authority.map { $0[..<($0.lastIndex(of: ":") ?? $0.endIndex)] }
        guard let host, ["127.0.0.1", "localhost"].contains(host) else {
            throw Problem(
                .misdirectedRequest, .misdirected, "Use the host 127.0.0.1 or localhost: this page has no other.")
        }
        return try await page(call)
    }

    private static func page(_ call: some AnyCall) async throws -> Response {
        let metering = call.shared.metering
        let text = await metering.text()
        return Response(
            status: .ok, headers: [.contentType: metering.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
