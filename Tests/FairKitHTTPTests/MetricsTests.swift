import CoreMetrics
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PrometheusMetrics
import Support
import Testing

@Suite struct `Metrics over HTTP` {
    private let registry = PrometheusRegistry()

    private var metering: Metering {
        Metering(factory: registry, contentType: PrometheusRegistry.contentType) { [registry] in registry.text }
    }

    private var quiet: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    @Test func `count requests by method, pattern and status, never by text from clients`() async throws {
        let house = try TestHouse()
        let app = Application(
            router: house.router(metering: metering), logger: quiet)
        try await app.test(.router) { client in
            _ = try await client.execute(uri: "/health/live", method: .get)
            _ = try await client.execute(
                uri: "/api/v1/results/01a1fc15-44c8-78f6-9d3f-ace9244b24ff?q=Otieno", method: .get)
            _ = try await client.execute(uri: "/wp-admin/Otieno", method: .get)
            let odd = try #require(HTTPRequest.Method("OTIENO"))
            _ = try await client.execute(uri: "/health/live", method: odd)
        }
        let text = registry.text
        let requests = text.split(separator: "\n").filter { $0.hasPrefix("fairkit_http_requests_total") }
        #expect(
            requests == [
                #"fairkit_http_requests_total{method="GET",route="/api/v1/results/{id}",status="401"} 1"#,
                #"fairkit_http_requests_total{method="GET",route="/health/live",status="200"} 1"#,
                #"fairkit_http_requests_total{method="GET",route="none",status="404"} 1"#,
                #"fairkit_http_requests_total{method="other",route="none",status="405"} 1"#,
            ])
        #expect(text.contains(#"fairkit_http_request_duration_seconds_count{route="none"} 2"#))
        #expect(!text.contains("Otieno") && !text.contains("OTIENO") && !text.contains("ace9244b24ff"))
    }

    @Test func `are shown to an administrator`() async throws {
        let house = try TestHouse()
        Gauge(label: "z_last", factory: registry).record(1)
        let secret = try await house.tenancy.keys.create(name: "a", for: .administrator, by: .command).secret.text
        let app = Application(
            router: house.router(metering: metering), logger: quiet)
        try await app.test(.router) { client in
            let name = try #require(HTTPField.Name("X-API-Key"))
            try await client.execute(uri: "/metrics", method: .get, headers: [name: secret]) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(String(buffer: response.body).hasSuffix("z_last 1\n"))
            }
            try await client.execute(uri: "/metrics", method: .get) { #expect($0.status == .unauthorized) }
        }
    }
}
