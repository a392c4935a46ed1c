import FairKitAPI
import FairKitCore
import Gateways
import OutboundHTTP

/// The member `pagerduty`.
func pagerDutyChannel(_ members: consuming ChannelMembers) throws(ChannelsFileError) -> ChannelSettings.Channel {
    let base = try members.url("baseURL")
    let source = try members.text("source") ?? "FairKit"
    try members.end()
    return ChannelSettings.Channel(provider: "pagerduty", facts: [.init("source", source)]) { sender, _, _ in
        PagerDuty(baseURL: base, source: source, sender: sender)
    }
}

/// A provider that the operator describes: the member `http`, or `sms` and `voice` with the provider `http`.
func httpChannel(
    _ members: consuming ChannelMembers, _ kind: ContactKind, _ receipts: inout ReceiptReaders
) throws(ChannelsFileError) -> ChannelSettings.Channel {
    let methods = OutboundMethod.allCases.map(\.rawValue)
    guard let method = OutboundMethod(rawValue: try members.text("method") ?? "POST") else {
        throw members.error("method", "must be one of \(methods.joined(separator: ", ")).")
    }
    let url = try urlTemplate(&members)
    let headers = try headers(&members)
    let body = try httpBody(&members, method)
    let success = HTTPGateway.Success(
        statuses: try members.statuses("successStatuses"), value: try successValue(&members))
    let gone = try members.statuses("goneStatuses")
    guard gone.isDisjoint(with: success.statuses) else {
        throw members.error("goneStatuses", "and successStatuses have a status in common. Remove it from one of them.")
    }
    let reference = try jsonPath(&members, "reference")
    receipts.gateways[kind] = try gatewayReceipts(&members)
    try members.end()
    let settings = HTTPGateway.Settings(
        method: method, url: url, headers: headers, body: body, success: success, goneStatuses: gone,
        reference: reference)
    let facts: [ChannelSettings.Fact] = [
        .init("method", method.rawValue), .init("host", url.base.host),
        .init("receipts", receipts.gateways[kind] == nil ? "none" : "signed"),
    ]
    return ChannelSettings.Channel(provider: "http", facts: facts) { sender, tenant, _ in
        HTTPGateway(settings, of: tenant, sender: sender)
    }
}

private func urlTemplate(_ members: inout ChannelMembers) throws(ChannelsFileError) -> URLTemplate {
    let text = try members.neededText("url", "the provider's URL")
    do { return try URLTemplate(text, allowsPrivate: members.allowsPrivate) } catch {
        switch error {
        case .template(let malformed): throw members.error("url", malformed.sentence)
        case .placeholder: throw members.error("url", "may have places such as {to} only after a question mark.")
        case .url(let invalid): throw members.error("url", "is not a usable URL: \(invalid.sentence).")
        }
    }
}

/// `headers` are texts; `secretHeaders` name files.
private func headers(_ members: inout ChannelMembers) throws(ChannelsFileError) -> [String: String] {
    var headers: [String: String] = [:]
    for (name, value) in try members.textsByName("headers") {
        guard isHeader(name, value) else {
            throw members.error("headers.\(name)", "is not a header that can be set: a name, and a value in ASCII.")
        }
        headers[name] = value
    }
    for (name, path) in try members.textsByName("secretHeaders") {
        let value = try members.secretLine(at: path, "secretHeaders.\(name)")
        guard isHeader(name, value), headers[name] == nil else {
            throw members.error("secretHeaders.\(name)", "is not a header that can be set, or is set twice.")
        }
        headers[name] = value
    }
    return headers
}

/// A token and visible ASCII (RFC 9110, section 5.5). Headers that frame the request are the server's.
private func isHeader(_ name: String, _ value: String) -> Bool {
    let isToken =
        !name.isEmpty
        && name.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                || "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
    let framing = ["host", "content-length", "transfer-encoding", "connection", "te", "trailer", "upgrade"]
    return isToken && !framing.contains(name.lowercased()) && value.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
}

private func httpBody(
    _ members: inout ChannelMembers, _ method: OutboundMethod
) throws(ChannelsFileError) -> HTTPGateway.Body {
    let json = members.tree("json")
    let form = try members.textsByName("form")
    switch (json, form.isEmpty) {
    case (nil, true): return .none
    case (let json?, true) where method != .get:
        do { return .json(try JSONTemplate(json)) } catch { throw members.error("json", error.sentence) }
    case (nil, false) where method != .get:
        var fields: [(name: String, value: MessageTemplate)] = []
        for (name, text) in form {
            do { fields.append((name, try MessageTemplate(text))) } catch {
                throw members.error("form.\(name)", error.sentence)
            }
        }
        return .form(fields)
    default:
        throw members.error("json", "and form exclude each other, and a GET has neither. Remove one of them.")
    }
}

private func successValue(
    _ members: inout ChannelMembers
) throws(ChannelsFileError) -> HTTPGateway.Success.Value? {
    guard var value = try members.object("success") else { return nil }
    guard let path = try jsonPath(&value, "path") else {
        throw value.error("path", "is missing. Set it to a path such as messages.0.status.")
    }
    let texts = try value.texts("values")
    guard !texts.isEmpty else { throw value.error("values", "is missing. Set it to the texts that mean success.") }
    try value.end()
    return HTTPGateway.Success.Value(at: path, isOneOf: texts)
}

/// nil: the provider sends no receipts.
private func gatewayReceipts(_ members: inout ChannelMembers) throws(ChannelsFileError) -> GatewayReceipts? {
    guard var receipts = try members.object("receipts") else { return nil }
    guard let reference = try jsonPath(&receipts, "reference"), let status = try jsonPath(&receipts, "status") else {
        throw receipts.error("reference", "and status must be set to paths such as message.id.")
    }
    let code = try jsonPath(&receipts, "code")
    let delivered = try receipts.texts("delivered")
    let failed = try receipts.texts("failed")
    guard !delivered.isEmpty, !failed.isEmpty, delivered.isDisjoint(with: failed) else {
        throw receipts.error("delivered", "and failed must list the statuses that say so, each in one of them.")
    }
    let goneCodes = try receipts.texts("goneCodes")
    let header = try receipts.text("signatureHeader")
    let secret = try receipts.secret("signatureSecretFile", "the secret by which the provider signs receipts")
    try receipts.end()
    return GatewayReceipts(
        reference: reference, status: status, code: code, delivered: delivered, failed: failed, goneCodes: goneCodes,
        signature: header.map { .header($0) } ?? .token, secret: secret)
}

private func jsonPath(_ members: inout ChannelMembers, _ member: String) throws(ChannelsFileError) -> JSONPath? {
    guard let text = try members.text(member) else { return nil }
    guard let path = JSONPath(text) else {
        throw members.error(member, "must be a path such as messages.0.id.")
    }
    return path
}

extension MessageTemplate.Malformed {
    fileprivate var sentence: String {
        let places = MessageTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return switch self {
        case .unknown: "has an unknown place. Known are \(places); write {{ and }} for braces."
        case .brace: "has a single brace. Places are \(places); write {{ and }} for braces."
        }
    }
}
