import AsyncHTTPClient
import FairKitServer
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Speaks HTTP to the demo's server, as any client would.
struct DemoClient {
    let address: String
    let key: String

    /// A response: its status, its JSON, and how long it took.
    struct Reply {
        let status: UInt
        let body: Data
        let elapsed: Duration

        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            guard status < 300 else {
                throw OperatorError("The server answered \(status): \(String(decoding: body, as: UTF8.self))")
            }
            return try JSONDecoder().decode(type, from: body)
        }
    }

    func get(_ path: String) async throws -> Reply {
        try await send(HTTPClientRequest(url: "http://\(address)\(path)"))
    }

    func post(_ path: String, json: String) async throws -> Reply {
        var request = HTTPClientRequest(url: "http://\(address)\(path)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: json))
        return try await send(request)
    }

    func post(_ path: String, photo: [UInt8]) async throws -> Reply {
        let boundary = "fairkit-demo"
        var body = ByteBuffer()
        body.writeString("--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo\"\r\n\r\n")
        body.writeBytes(photo)
        body.writeString("\r\n--\(boundary)--\r\n")
        var request = HTTPClientRequest(url: "http://\(address)\(path)")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "multipart/form-data; boundary=\(boundary)")
        request.body = .bytes(body)
        return try await send(request)
    }

    private func send(_ request: HTTPClientRequest) async throws -> Reply {
        var request = request
        request.headers.add(name: "X-API-Key", value: key)
        let start = ContinuousClock.now
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(10))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Reply(
            status: response.status.code, body: Data(body.readableBytesView), elapsed: ContinuousClock.now - start)
    }
}
