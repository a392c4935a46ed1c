import FairKitCore
import OutboundHTTP

extension OutgoingMessage {
    static func example(
        title: String = "Title", body: String = "Body", link: String? = nil, isCritical: Bool = true,
        incident: String? = nil, ends: [String] = []
    ) -> OutgoingMessage {
        OutgoingMessage(
            id: "m-1", title: title, body: body, link: link, lane: isCritical ? .critical : .others, badge: nil,
            collapseID: nil,
            incident: incident, ends: ends, data: nil, expiresAt: Timestamp(milliseconds: 60_000))
    }
}

extension OutboundResponse {
    /// A provider's response.
    static func example(_ status: Int, _ body: String, headers: [String: String] = [:]) -> OutboundResponse {
        OutboundResponse(
            status: status, headers: headers, body: Array(body.utf8), at: Timestamp(milliseconds: 0))
    }
}
