import FairKitAPI
package import FairKitCore
package import FairKitService
import FoundationEssentials
import HTTPTypes
import Hummingbird

extension Call {
    /// A JSON body, the caller with the request's Idempotency-Key, and the faults of the body.
    package func keyed<T: Decodable>(
        _ type: T.Type, for route: KeyedRequest.Route
    ) async throws -> (T, Caller, Faults) {
        let (body, caller, faults, _) = try await keyedBody(type, for: route)
        return (body, caller, faults)
    }

    /// The same, with the raw bytes.
    ///
    /// - Parameter object: the object that the path names, if it is part of the request's identity.
    package func keyedBody<T: Decodable>(
        _ type: T.Type, for route: KeyedRequest.Route, of object: (any CustomStringConvertible)? = nil,
        without members: Set<String> = []
    ) async throws -> (T, Caller, Faults, [UInt8]) {
        let key = try request.idempotencyKey
        let (body, faults, bytes) = try await jsonAndBytes(type)
        let keyed = key.map { key in
            // The meaning identifies the request: some encoders write members in another order each time.
            let content = Array("\(object.map { "\($0)" } ?? "")\n".utf8) + JSONTree.canonical(bytes, without: members)
            return KeyedRequest(key: key, route: route, content: content)
        }
        return (body, caller.sending(keyed), faults, bytes)
    }

    /// The same with the proof of the caller's identity beside it; nil for commands on the server, which need none.
    package func keyedProved<T: Decodable & Sendable>(
        _ type: T.Type, for route: KeyedRequest.Route
    ) async throws -> (T, IdentityProof?, Caller, Faults) {
        guard caller.subject.actor != .machine else {
            let (body, caller, faults) = try await keyed(type, for: route)
            return (body, nil, caller, faults)
        }
        var (proved, caller, faults, _) = try await keyedBody(
            ProvedRequest<T>.self, for: route, without: ProvedRequest<T>.members)
        return (proved.body, proved.proof.proof(&faults), caller, faults)
    }

    /// The same for a form. Its fields identify the request, not their order, nor the boundary, which changes each
    /// time.
    package func keyedForm(upTo limit: Int, for route: KeyedRequest.Route) async throws -> (Multipart, Caller) {
        let key = try request.idempotencyKey
        let form = try await form(upTo: limit)
        let keyed = key.map { key in
            let content = form.parts.sorted { $0.name < $1.name }.flatMap {
                Array("\($0.name)\n\($0.body.count)\n".utf8) + $0.body
            }
            return KeyedRequest(key: key, route: route, content: content)
        }
        return (form, caller.sending(keyed))
    }
}

extension Request {
    private static let header = HTTPField.Name("Idempotency-Key")

    fileprivate var idempotencyKey: IdempotencyKey? {
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
    package init<Value>(
        made: Creation<Value>, by caller: Caller, _ body: Body, at location: String, version: Int? = nil
    ) {
        self.init(created: body, at: location, version: version)
        mark(made, by: caller)
    }

    /// Marks the response to a repeated request.
    package mutating func mark<Value>(_ made: Creation<Value>, by caller: Caller) {
        if made.isRepeated, caller.keyed != nil, let name = Self.replayed { headers[name] = "true" }
    }
}

extension IdempotencyFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .reused:
            Problem(
                .unprocessableContent, .idempotencyKeyReused,
                "This Idempotency-Key was already used for another request. Send a new key with a new request.")
        case .key: .internal
        }
    }
}
