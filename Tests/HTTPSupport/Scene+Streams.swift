import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Support

extension Scene {
    /// Asks for a stream, and answers all of it. It has a real connection: a stream lasts as long as its client.
    package func follow(_ path: String, _ more: [String: String]) async throws -> Reply {
        var headers: HTTPFields = [:]
        for (name, text) in more { if let name = HTTPField.Name(name) { headers[name] = text } }
        let server = Application(
            router: house.router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: .quiet)
        return try await server.test(.live) { [headers] client in
            try await client.execute(uri: path, method: .get, headers: headers) {
                Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body))
            }
        }
    }
}
