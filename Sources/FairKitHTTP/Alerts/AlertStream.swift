import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The alert history as a live stream.
enum AlertStream {
    static func stream(_ call: Call) async throws -> Response { try await following(call).events(call) }

    static func webSocket(_ call: Call) async throws -> Response { try await following(call).webSocket(call) }

    private static func following(_ call: Call) async throws -> LiveStream {
        try await LiveStream(of: call.tenancy.alerts, by: call) { event in
            let body = AlertEventBody(event)
            return LiveStream.Event(body.number, body.event, body)
        }
    }
}
