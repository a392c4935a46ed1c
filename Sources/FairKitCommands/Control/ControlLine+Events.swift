import AsyncHTTPClient
import FairKitServer
import FoundationEssentials
import NIOCore
import NIOHTTP1

extension ControlLine {
    /// Follows server-sent events until the line breaks.
    /// - Parameters:
    ///   - opened: called once the server sends events.
    ///   - onEvent: called with the data of each event.
    /// - Returns: the server's refusal, if it refuses.
    nonisolated(nonsending) func follow(
        _ request: Request, opened: () async throws -> Void, onEvent: (Data) async throws -> Void
    ) async throws -> Reply? {
        var message = HTTPClientRequest(url: url(request.path))
        message.headers.add(name: "Accept", value: "text/event-stream")
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        let response = try await http.execute(message, deadline: .distantFuture)
        guard response.status == .ok else {
            let body = try await response.body.collect(upTo: 1 << 20)
            return Reply(status: Int(response.status.code), body: Data(body.readableBytesView))
        }
        try await opened()
        var events = ServerSentEvents()
        for try await bytes in response.body {
            for data in events.take(bytes.readableBytesView) { try await onEvent(data) }
        }
        return nil
    }
}

/// Parses server-sent events: the data of each, which FairKit sends in one line.
struct ServerSentEvents {
    private var line: [UInt8] = []

    /// The events that bytes complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Data] {
        var found: [Data] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.starts(with: "data: ".utf8) { found.append(Data(line.dropFirst(6))) }
            line = []
        }
        return found
    }
}
