import FairKitAPI
import FairKitCore
import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Request {
    /// A decoded JSON body, and the caller with the request's Idempotency-Key.
    ///
    /// - Parameters:
    ///   - object: the object that the path names, if it is part of the request's identity.
    ///   - faults: faults of the body; the use case reports them together with its own.
    func keyedJSON<T: Decodable>(
        _ type: T.Type, for route: KeyedRequest.Route, of object: (any CustomStringConvertible)? = nil,
        _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> (T, Caller) {
        let (body, caller, _) = try await keyedBody(type, for: route, of: object, context, noting: &faults)
        return (body, caller)
    }

    /// The same, with the raw bytes.
    func keyedBody<T: Decodable>(
        _ type: T.Type, for route: KeyedRequest.Route, of object: (any CustomStringConvertible)? = nil,
        without members: Set<String> = [], _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> (T, Caller, [UInt8]) {
        let key = try idempotencyKey
        let (body, bytes) = try await jsonAndBytes(type, context, noting: &faults)
        let keyed = key.map { key in
            // What is said identifies the request: some encoders write members in another order each time.
            let content = Array("\(object.map { "\($0)" } ?? "")\n".utf8) + JSONTree.canonical(bytes, without: members)
            return KeyedRequest(key: key, route: route, content: content)
        }
        return (body, try context.caller.sending(keyed), bytes)
    }

    /// The same with the proof of the caller's identity beside it; nil for commands on the server, which need none.
    func keyedProved<T: Decodable & Sendable>(
        _ type: T.Type, for route: KeyedRequest.Route, _ context: FairKitContext, noting faults: inout Faults
    ) async throws -> (T, IdentityProof?, Caller) {
        guard try context.caller.subject.actor != .machine else {
            let (body, caller) = try await keyedJSON(type, for: route, context, noting: &faults)
            return (body, nil, caller)
        }
        let (proved, caller, _) = try await keyedBody(
            ProvedRequest<T>.self, for: route, without: ProvedRequest<T>.members, context, noting: &faults)
        return (proved.body, proved.proof.proof(&faults), caller)
    }

    /// The same for a form. Its fields identify the request, not their order, nor the boundary, which changes each
    /// time.
    func keyedForm(
        upTo limit: Int, for route: KeyedRequest.Route, _ context: FairKitContext
    ) async throws -> (Multipart, Caller) {
        let key = try idempotencyKey
        let form = try await form(upTo: limit, context)
        let keyed = key.map { key in
            let content = form.parts.sorted { $0.name < $1.name }.flatMap {
                Array("\($0.name)\n\($0.body.count)\n".utf8) + $0.body
            }
            return KeyedRequest(key: key, route: route, content: content)
        }
        return (form, try context.caller.sending(keyed))
    }

    private static let header = HTTPField.Name("Idempotency-Key")

    private var idempotencyKey: IdempotencyKey? {
        get throws(Problem) {
            guard let name = Request.header, let text = headers[name] else { return nil }
            guard let key = IdempotencyKey(text) else {
                throw Problem(
                    .badRequest, .malformedIdempotencyKey,
                    "An Idempotency-Key has 1 to 255 visible ASCII characters. Send a new UUID, for example.")
            }
            return key
        }
    }
}

extension Answer {
    private static var replayed: HTTPField.Name? { HTTPField.Name("Idempotency-Replayed") }

    /// A 201 response with the location, which says whether the object was created before under the same key.
    init<Value>(made: Creation<Value>, by caller: Caller, _ body: Body, at location: String) {
        self.init(created: body, at: location)
        mark(made, by: caller)
    }

    /// Marks the response to a repeated request.
    mutating func mark<Value>(_ made: Creation<Value>, by caller: Caller) {
        if made.isRepeated, caller.keyed != nil, let name = Self.replayed { headers[name] = "true" }
    }
}

extension IdempotencyFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .reused:
            Problem(
                .unprocessableContent, .idempotencyKeyReused,
                "This Idempotency-Key was already used for another request. Send a new key with a new request.")
        case .key: .internal
        }
    }
}
