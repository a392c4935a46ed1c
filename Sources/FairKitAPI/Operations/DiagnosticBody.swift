package import FairKitCore

/// What apps of a platform and a version reported on a day.
package struct DiagnosticBody: Decodable, JSONBody, Sendable {
    package let day: String
    package let platform: String
    package let version: String
    package let kind: String
    package let count: Int

    package init(_ diagnostic: Diagnostic, on day: CalendarDate) {
        self.day = "\(day)"
        platform = diagnostic.platform.rawValue
        version = diagnostic.version
        kind = diagnostic.kind.rawValue
        count = diagnostic.count
    }
}

/// A report of an app.
package struct DiagnosticRequest: Decodable, Sendable {
    package let platform: String
    package let version: String
    package let kind: String
    package let count: Int
}
