import Coordination
import FairKitAPI
import FairKitCore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// A JSON body. Every fault is reported with its pointer.
    func json<T: Decodable>(_ type: T.Type, _ context: FairKitContext) async throws -> T {
        var faults = Faults()
        let body = try await json(type, context, noting: &faults)
        try faults.refuse()
        return body
    }

    /// A JSON body whose members are checked further: faults are noted, and reported with those found later.
    func json<T: Decodable>(
        _ type: T.Type, _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> T {
        try await jsonAndBytes(type, context, noting: &faults).0
    }

    /// The same, with the raw bytes.
    func jsonAndBytes<T: Decodable>(
        _ type: T.Type, _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> (T, [UInt8]) {
        try await jsonAndBytes(type, as: ["application/json"], context, noting: &faults)
    }

    /// The body of a PATCH: a JSON merge patch (RFC 7396), also if a client calls it `application/json`. Members keep
    /// their nulls, which remove a value.
    func mergePatch(_ context: FairKitContext, noting faults: inout Faults) async throws -> JSONTree {
        let types = ["application/merge-patch+json", "application/json"]
        do {
            return try await jsonAndBytes(JSONTree.self, as: types, context, noting: &faults).0
        } catch let problem as Problem where problem.code == .unsupportedMediaType {
            // RFC 5789, section 2.2.
            throw HTTPField.Name("Accept-Patch").map { problem.with($0, types.joined(separator: ", ")) } ?? problem
        }
    }

    private func jsonAndBytes<T: Decodable>(
        _ type: T.Type, as types: [String], _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> (T, [UInt8]) {
        guard types.contains(mediaType ?? "") else {
            let missing = mediaType == nil ? "The body, or its Content-Type, is missing. " : ""
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "\(missing)Send the body as \(types.joined(separator: " or ")).")
        }
        let bytes = try await read(upTo: 65_536, context, orBroken: .malformedJSON)
        // The decoder would otherwise guess encodings with zero bytes; RFC 8259, section 8.1, allows only UTF-8.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { throw Problem.malformedJSON }
        return (try Problem.decoding(type, from: bytes, noting: &faults), bytes)
    }

    /// A form body.
    func form(upTo limit: Int, _ context: FairKitContext) async throws -> Multipart {
        guard mediaType == "multipart/form-data" else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType,
                "Send multipart/form-data with a photo, or application/json without one.")
        }
        let broken = Problem(
            .badRequest, .malformedBody, "The form is malformed. Send it as multipart/form-data (RFC 7578).")
        guard let boundary = headers[.contentType].flatMap(Multipart.boundary(in:)) else { throw broken }
        do {
            return try Multipart(
                try await read(upTo: limit, context, orBroken: broken, givingWayTo: context.shared.gates.photos),
                boundary: boundary)
        } catch is Multipart.Malformed {
            throw broken
        }
    }

    /// A picture as the body.
    func picture(upTo limit: Int, _ context: FairKitContext) async throws -> [UInt8] {
        let types = ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"]
        guard let mediaType, types.contains(mediaType) else {
            throw Problem(
                .unsupportedMediaType, .unsupportedMediaType, "Send the photo as \(types.joined(separator: ", ")).")
        }
        let broken = Problem(.badRequest, .malformedBody, "The photo did not arrive completely. Send it again.")
        return try await read(upTo: limit, context, orBroken: broken, givingWayTo: context.shared.gates.photos)
    }

    /// The body of a provider's receipt, as it was signed.
    func receipt(_ context: FairKitContext) async throws -> [UInt8] {
        let broken = Problem(.badRequest, .malformedBody, "The receipt did not arrive completely. Send it again.")
        return try await read(upTo: 16_384, context, orBroken: broken)
    }

    /// Time limit for a body: enough for 20 MB at 2.7 Mbit a second.
    private static var bodyDeadline: Duration { .seconds(60) }

    /// The Content-Type without its parameters.
    var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first.map { $0.filter { $0 != " " }.lowercased() }
    }

    /// - Parameters:
    ///   - broken: the problem for a body that does not arrive completely.
    ///   - gate: the limit whose slot this request holds.
    private func read(
        upTo limit: Int, _ context: FairKitContext, orBroken broken: Problem, givingWayTo gate: ConcurrencyLimit? = nil
    ) async throws -> [UInt8] {
        guard headers[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true else {
            throw Problem.compressed
        }
        let tooLarge = Problem(
            .contentTooLarge, .tooLarge,
            "At most \(limit < 1_000_000 ? "\(limit / 1024) KB" : "\(limit / 1_000_000) MB") are taken. Send less.")
        if let announced = headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw tooLarge }
        // A body with a slot may use large buffers, since slots are limited.
        let wanted: UploadFlow.Event = gate == nil ? .bodyWanted : .longBodyWanted
        context.channel.triggerUserOutboundEvent(wanted, promise: nil)
        do {
            return [UInt8](
                buffer: try await body.collect(upTo: limit, within: Request.bodyDeadline, orWanted: gate))
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

extension RequestBody {
    /// Collects the body, unless it arrives too slowly: a trickling client would keep its slot from others.
    fileprivate func collect(
        upTo limit: Int, within deadline: Duration, orWanted gate: ConcurrencyLimit?
    ) async throws -> ByteBuffer {
        if let gate {
            let body = try await collect(upTo: limit, within: deadline, givingWayTo: gate)
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
    static let compressed = Problem(
        .unsupportedMediaType, .unsupportedMediaType, "Send the body uncompressed, without a Content-Encoding.")
    static let malformedJSON = Problem(
        .badRequest, .malformedJSON, "The body is not a valid JSON object.")

    /// Decodes a body. If that fails, it is decoded again by `ForgivingDecoder`, which notes every fault.
    ///
    /// - Throws: also if an object has a member twice: no stand-in can take its place.
    static func decoding<T: Decodable>(
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
    init(decoding error: DecodingError) {
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
