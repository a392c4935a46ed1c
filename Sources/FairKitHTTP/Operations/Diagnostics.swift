import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// What apps report of themselves.
enum Diagnostics {
    static func send(_ call: Call) async throws -> HTTPResponse.Status {
        var (tree, faults) = try await call.jsonAndFaults(JSONTree.self)
        guard case .object(let members) = tree else { throw Problem.malformedJSON }
        let body = try faults.read(DiagnosticRequest.self, from: tree)
        // The names are not repeated: they may be health data.
        if !members.keys.allSatisfy({ ["platform", "version", "kind", "count"].contains($0) }) {
            faults.record(
                "",
                "platform, version, kind and count only: a report holds no health data, no name and no text of its own")
        }
        let platform = Diagnostic.Platform(rawValue: body.platform)
        let kind = Diagnostic.Kind(rawValue: body.kind)
        faults.require(platform != nil, "/platform", "one of \(Diagnostic.Platform.allCases.line)")
        faults.require(kind != nil, "/kind", "one of \(Diagnostic.Kind.allCases.line)")
        faults.require(Diagnostic.isVersion(body.version), "/version", "digits and points, at most 20, such as 2.3.1")
        faults.require((1...Diagnostic.most).contains(body.count), "/count", "1 to \(Diagnostic.most)")
        try faults.refuse()
        guard let platform, let kind else { throw Problem.malformedJSON }
        let one = Diagnostic(platform: platform, version: body.version, kind: kind, count: body.count)
        try await call.tenancy.operations.report(one, by: call.caller)
        return .noContent
    }

    static func list(_ call: Call) async throws -> Answer<ListBody<DiagnosticBody>> {
        try call.noQuery()
        let days = try await call.tenancy.operations.diagnostics(by: call.caller)
        return Answer(ListBody(all: days.map { DiagnosticBody($0.diagnostic, on: $0.day) }))
    }
}

extension [Diagnostic.Platform] {
    fileprivate var line: String { map(\.rawValue).joined(separator: ", ") }
}

extension [Diagnostic.Kind] {
    fileprivate var line: String { map(\.rawValue).joined(separator: ", ") }
}
