import FairKitCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// How many photos may be in memory at once.
package final class UploadGate: Sendable {
    private let free: Mutex<Int>

    package init(capacity: Int = 8) {
        free = Mutex(capacity)
    }

    /// Runs the body if there is room.
    /// - Throws: `Problem.busy` if there is none.
    func enter<T>(_ body: () async throws -> T) async throws -> T {
        let isOpen = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        guard isOpen else { throw Problem.busy }
        defer { free.withLock { $0 += 1 } }
        return try await body()
    }
}

extension Request {
    /// A body as JSON of a type. What does not fit is named by a pointer.
    func json<T: Decodable>(_ type: T.Type, _ context: FairKitContext) async throws -> T {
        guard mediaType == "application/json" else {
            throw Problem(.unsupportedMediaType, "unsupported-media-type", "Send the body as application/json.")
        }
        let bytes = try await read(upTo: 65_536, context)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem(decoding: error)
        }
    }

    /// A body as a form.
    func form(upTo limit: Int, _ context: FairKitContext) async throws -> Multipart {
        guard let boundary = headers[.contentType].flatMap(Multipart.boundary(in:)) else {
            throw Problem(.unsupportedMediaType, "unsupported-media-type", "Send the photo as multipart/form-data.")
        }
        do {
            return try Multipart(try await read(upTo: limit, context), boundary: boundary)
        } catch is Multipart.Malformed {
            throw Problem(
                .badRequest, "malformed-body", "The form is broken. Send it as multipart/form-data by RFC 7578.")
        }
    }

    /// The Content-Type without its parameters.
    var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    }

    private func read(upTo limit: Int, _ context: FairKitContext) async throws -> [UInt8] {
        let tooLarge = Problem(
            .contentTooLarge, "too-large", "At most \(limit / 1024) KB are taken. Send less, or a smaller photo.")
        if let announced = headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw tooLarge }
        context.channel.triggerUserOutboundEvent(UploadFlow.Event.bodyWanted, promise: nil)
        do {
            return [UInt8](buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }
}

extension Problem {
    fileprivate init(decoding error: DecodingError) {
        let (path, detail): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is required")
            case .valueNotFound(_, let context): (context.codingPath, "is required")
            case .typeMismatch(_, let context): (context.codingPath, "has another type")
            case .dataCorrupted(let context): (context.codingPath, "can't be read")
            @unknown default: ([], "can't be read")
            }
        if path.isEmpty {
            self = Problem(.badRequest, "malformed-json", "The body is not the JSON object that is expected.")
        } else {
            let pointer = path.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined()
            self = Invalid(pointer, detail).problem
        }
    }
}
