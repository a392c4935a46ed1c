package import CoreMetrics
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
package import Hummingbird

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
struct MetricsPage: Sendable {
    /// nil: it is not for this tenant.
    let metering: Metering?

    @Sendable func showToAdministrator(_ request: Request, _ context: FairKitContext) async throws -> Response {
        guard try context.caller.subject.may(.readMetrics) else { throw Problem.forbidden }
        return try await page()
    }

    /// For a listener that only this machine reaches. A browser that was lured here under another name is refused.
    @Sendable func showToThisMachine(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let host = request.head.authority.map { $0[..<($0.lastIndex(of: ":") ?? $0.endIndex)] }
        guard let host, ["127.0.0.1", "localhost"].contains(host) else {
            throw Problem(.misdirectedRequest, "misdirected", "Ask for 127.0.0.1 or localhost: this page is for them.")
        }
        return try await page()
    }

    private func page() async throws(Problem) -> Response {
        guard let metering else { throw .notFound }
        let text = await metering.text()
        return Response(
            status: .ok, headers: [.contentType: metering.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// What the metrics' own port serves: the one page.
package func metricsRoutes(_ metering: Metering) -> Router<FairKitContext> {
    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    let methods = RefuseMethods()
    router.add(middleware: AnswerProblems(methods: methods))
    router.get("/metrics", use: MetricsPage(metering: metering).showToThisMachine)
    methods.learn(router)
    return router
}
