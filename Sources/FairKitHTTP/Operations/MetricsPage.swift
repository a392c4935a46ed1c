package import CoreMetrics
import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

/// Where a server's measurements go, and the page that shows them.
package struct Metering: Sendable {
    let factory: any MetricsFactory
    let contentType: String
    let text: @Sendable () async -> String

    package init(
        factory: any MetricsFactory, contentType: String, text: @escaping @Sendable () async -> String
    ) {
        self.factory = factory
        self.contentType = contentType
        self.text = text
    }

    /// Measures nothing.
    package static let none = Metering(factory: NOOPMetricsHandler.instance, contentType: "text/plain") { "" }
}

/// The metrics, as Prometheus fetches them.
enum MetricsPage {
    /// For administrators of the first tenant, since the page tells of all of them.
    static func showToAdministrator(_ request: Request, _ context: FairKitContext) async throws -> Response {
        guard try context.tenant.name == .standard else { throw Problem.notFound }
        return try await page(context)
    }

    /// For a listener that only this machine reaches. A browser that was lured here under another name is refused.
    static func showToThisMachine(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let host = request.head.authority.map { $0[..<($0.lastIndex(of: ":") ?? $0.endIndex)] }
        guard let host, ["127.0.0.1", "localhost"].contains(host) else {
            throw Problem(.misdirectedRequest, .misdirected, "Ask for 127.0.0.1 or localhost: this page is for them.")
        }
        return try await page(context)
    }

    private static func page(_ context: FairKitContext) async throws -> Response {
        let metering = try context.shared.metering
        let text = await metering.text()
        return Response(
            status: .ok, headers: [.contentType: metering.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
