import FairKitCore
import FoundationEssentials
import OutboundHTTP
import TextEncodings

/// The time limit of a request to a provider.
let gatewayLimit = Duration.seconds(10)

extension HTTPSender {
    /// Sends a request to a provider.
    ///
    /// - Parameters:
    ///   - request: nil: the message can't be put into a request, and is refused.
    ///   - meaning: the meaning of a response for the message.
    func answer(
        to request: OutboundRequest?, _ meaning: (OutboundResponse) -> SendAnswer
    ) async -> SendAnswer {
        guard let request else { return SendAnswer(.refused) }
        switch await send(request, within: gatewayLimit) {
        case .success(let response): return meaning(response)
        case .failure(let failure): return SendAnswer(failure)
        }
    }
}

extension OutboundRequest {
    /// A request with an HTML form's body (WHATWG URL, section 5.2).
    static func form(
        _ url: WebhookURL, by method: OutboundMethod = .post, headers: [String: String] = [:],
        _ fields: [(name: String, value: String)]
    ) -> OutboundRequest {
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return OutboundRequest(
            method, url, headers: type.merging(headers) { $1 }, body: FormFields.body(fields))
    }

    /// A request with a JSON body.
    ///
    /// - Parameter names: how the names of properties become those of members.
    /// - Returns: nil if the body has a number that JSON lacks.
    static func json(
        _ url: WebhookURL, by method: OutboundMethod = .post, headers: [String: String] = [:], _ body: some Encodable,
        names: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    ) -> OutboundRequest? {
        let type = ["Content-Type": "application/json"]
        return jsonBytes(body, names: names).map { body in
            OutboundRequest(method, url, headers: type.merging(headers) { $1 }, body: body)
        }
    }
}

/// JSON with sorted members; nil if a number in it is infinite or none.
private func jsonBytes(_ value: some Encodable, names: JSONEncoder.KeyEncodingStrategy) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = names
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { Array($0) }
}

/// A provider's JSON; nil if it is anything else.
///
/// - Parameter names: how the names of members become those of properties.
func decoded<T: Decodable>(
    _ type: T.Type, _ body: [UInt8], names: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
) -> T? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = names
    return try? decoder.decode(type, from: Data(body))
}

/// The value of `Authorization` (RFC 7617).
func basicAuthorization(_ user: String, _ password: String) -> String {
    "Basic \(base64(Array("\(user):\(password)".utf8)))"
}
