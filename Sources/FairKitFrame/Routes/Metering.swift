package import CoreMetrics

/// The metrics factory of a server, and the page that shows its metrics.
package struct Metering: Sendable {
    package let factory: any MetricsFactory
    package let contentType: String
    package let text: @Sendable () async -> String

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
