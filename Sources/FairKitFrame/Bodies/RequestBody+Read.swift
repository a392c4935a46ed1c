import Coordination
package import FairKitAPI
package import FairKitCore
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore

extension AnyCall {
    /// A JSON body. Every fault is reported with its pointer.
    package func json<T: Decodable>(_ type: T.Type) async throws -> T {
        let (body, faults) = try await jsonAndFaults(type)
        try faults.refuse()
        return body
    }

    /// A JSON body that may be left out: nil without one, whether or not the request names its type.
    package func jsonIfAny<T: Decodable>(_ type: T.Type) async throws -> T? {
        guard request.headers[.contentType] != nil else { return nil }
        let (body, faults, _) = try await jsonAndBytes(type, whenEmpty: Array("{}".utf8))
        try faults.refuse()
        return body
    }

    /// A JSON body whose members are checked further: its faults are reported with those found later.
    package func jsonAndFaults<T: Decodable>(_ type: T.Type) async throws -> (T, Faults) {
        let (body, faults, _) = try await jsonAndBytes(type)
        return (body, faults)
    }

    /// The body of a PATCH: a JSON merge patch (RFC 7396), also if a client calls it `application/json`. Members keep
    /// their nulls, which remove a value.
    package func mergePatch() async throws -> (JSONTree, Faults) {
        let types = ["application/merge-patch+json", "application/json"]
        do {
            let (patch, faults, _) = try await jsonAndBytes(JSONTree.self, as: types)
            return (patch, faults)
        } catch let problem as Problem where problem.code == .unsupportedMediaType {
            // RFC 5789, section 2.2.
            throw HTTPField.Name("Accept-Patch").map { problem.with($0, types.joined(separator: ", ")) } ?? problem
        }
    }

    /// A JSON body with its faults, and its raw bytes.
    func jsonAndBytes<T: Decodable>(
        _ type: T.Type, as types: [String] = ["application/json"], whenEmpty: [UInt8] = []
    ) async throws -> (T, Faults, [UInt8]) {
        let mediaType = request.mediaType
        guard types.contains(mediaType ?? "") else {
            let missing = mediaType == nil ? "The body, or its Content-Type, is missing. " : ""
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "\(missing)Send the body as \(types.joined(separator: " or ")).")
        }
        let sent = try await read(upTo: 65_536, orBroken: .malformedJSON)
        let bytes = sent.isEmpty ? whenEmpty : sent
        // The decoder would otherwise guess encodings with zero bytes; RFC 8259, section 8.1, allows only UTF-8.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { throw Problem.malformedJSON }
        var faults = Faults()
        return (try Problem.decoding(type, from: bytes, noting: &faults), faults, bytes)
    }

    /// A form body.
    package func form(upTo limit: Int, parts: Int = Multipart.mostParts) async throws -> Multipart {
        guard request.mediaType == "multipart/form-data" else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "Send multipart/form-data with a photo, or application/json without one.")
        }
        let broken = Problem(
            .badRequest, .malformedBody, "The form is malformed. Send it as multipart/form-data (RFC 7578).")
        guard let boundary = request.headers[.contentType].flatMap(Multipart.boundary(in:)) else { throw broken }
        do {
            return try Multipart(
                try await read(upTo: limit, orBroken: broken, givingWayTo: shared.concurrency.photos),
                boundary: boundary, most: parts)
        } catch is Multipart.Malformed {
            throw broken
        }
    }

    /// A picture as the body.
    package func picture(upTo limit: Int) async throws -> [UInt8] {
        let types = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"]
        guard let mediaType = request.mediaType, types.contains(mediaType) else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType, "Send the photo as \(types.joined(separator: ", ")).")
        }
        let broken = Problem(.badRequest, .malformedBody, "The photo did not arrive completely. Send it again.")
        return try await read(upTo: limit, orBroken: broken, givingWayTo: shared.concurrency.photos)
    }

    /// The body of a page's form, as a browser encodes it.
    package func urlEncodedForm() async throws -> [UInt8] {
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType, "Send the form as application/x-www-form-urlencoded.")
        }
        let broken = Problem(.badRequest, .malformedBody, "The form did not arrive completely. Send it again.")
        return try await read(upTo: 65_536, orBroken: broken)
    }

    /// The body of a provider's receipt, as it was signed.
    package func receipt() async throws -> [UInt8] {
        let broken = Problem(.badRequest, .malformedBody, "The receipt did not arrive completely. Send it again.")
        return try await read(upTo: 16_384, orBroken: broken)
    }

    /// - Parameters:
    ///   - broken: the problem for a body that does not arrive completely.
    ///   - concurrency: the limit whose slot this request holds.
    private func read(
        upTo limit: Int, orBroken broken: Problem, givingWayTo concurrency: ConcurrencyLimit? = nil
    ) async throws -> [UInt8] {
        guard request.headers[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true else {
            throw Problem.compressed
        }
        let tooLarge = Problem(
            .contentTooLarge, .tooLarge,
            "At most \(limit < 1_000_000 ? "\(limit / 1024) KB" : "\(limit / 1_000_000) MB") are taken. Send less.")
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw tooLarge }
        // A body with a slot may use large buffers, since slots are limited.
        let wanted: UploadFlow.Event = concurrency == nil ? .bodyWanted : .longBodyWanted
        context.channel.triggerUserOutboundEvent(wanted, promise: nil)
        do {
            return [UInt8](
                buffer: try await request.body.collect(
                    upTo: limit, within: RequestBody.deadline, orWanted: concurrency))
        } catch {
            switch error {
            case is NIOTooManyBytesError: throw tooLarge
            case is Problem, is CancellationError: throw error
            // The connection was lost, or the bytes were not HTTP: a client error.
            default: throw broken
            }
        }
    }
}

extension Request {
    /// The language of texts that the client prefers; nil: it names none of ours.
    package var acceptedLanguage: Language? { acceptedLanguages.first }

    /// The languages of texts that the client accepts among ours, the best first.
    package var acceptedLanguages: [Language] { headers[.acceptLanguage].map { Language.accepted(by: $0) } ?? [] }

    /// The Content-Type without its parameters.
    package var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    }
}

extension RequestBody {
    /// Time limit for a body: enough for 20 MB at 2.7 Mbit a second.
    fileprivate static var deadline: Duration { .seconds(60) }

    /// Collects the body, unless it arrives too slowly: a trickling client would keep its slot from others.
    fileprivate func collect(
        upTo limit: Int, within deadline: Duration, orWanted concurrency: ConcurrencyLimit?
    ) async throws -> ByteBuffer {
        if let concurrency {
            let body = try await collect(upTo: limit, within: deadline, givingWayTo: concurrency)
            guard let body else {
                throw Problem(
                    .requestTimeout, .tooSlow,
                    "The body did not arrive within a minute, or arrived at less than 64 KB a second while other requests waited. Send a smaller photo."
                )
            }
            return body
        }
        let body = try await withDeadline(deadline, clock: ContinuousClock()) { try await collect(upTo: limit) }
        guard let body else {
            throw Problem(.requestTimeout, .tooSlow, "The body did not arrive within a minute. Send a smaller photo.")
        }
        return body
    }
}

extension Problem {
    package static let compressed = Problem(
        .unsupportedMediaType, .unsupportedMediaType, "Send the body uncompressed, without a Content-Encoding.")
    package static let malformedJSON = Problem(
        .badRequest, .malformedJSON, "The body is not a valid JSON object.")

    /// Decodes a body. If that fails, it is decoded again by `ForgivingDecoder`, which records every fault.
    ///
    /// - Throws: also if an object has a member twice: no stand-in can take its place.
    package static func decoding<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], noting faults: inout Faults
    ) throws -> T {
        if let repeated = RepeatedMember(in: bytes) {
            throw Invalid(path: repeated.path, RepeatedMember.sentence)
        }
        let json = Data(bytes)
        do { return try JSONDecoder().decode(type, from: json) } catch is DecodingError {
            guard let tree = try? JSONDecoder().decode(JSONTree.self, from: json), case .object = tree else {
                throw Problem.malformedJSON
            }
            let body = try faults.read(type, from: tree)
            // Never continue with stand-in values if no fault was found.
            if faults.isEmpty { throw Invalid("", "can't be read") }
            return body
        }
    }
}

extension Invalid {
    /// A decoding error with its pointer; an empty pointer is the whole body.
    package init(decoding error: DecodingError) {
        let (path, detail): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is required")
            case .valueNotFound(_, let context): (context.codingPath, "is required")
            case .typeMismatch(_, let context): (context.codingPath, "has the wrong type")
            case .dataCorrupted(let context): (context.codingPath, "can't be read")
            @unknown default: ([], "can't be read")
            }
        self.init(path: path.map { $0.intValue.map(String.init) ?? $0.stringValue }, detail)
    }
}
