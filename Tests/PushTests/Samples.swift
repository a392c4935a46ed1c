import FairKitCore
import FoundationEssentials
import KeyRing
import Push
import TestKeys

/// 2026-11-25T09:00:00Z.
let start = Timestamp(milliseconds: 1_795_597_200_000)

/// A message that is of use for an hour.
func message(
    id: String = "019ABCDE-0000-7000-8000-000000000001", title: String = "A title", body: String = "A body",
    link: String? = nil, isCritical: Bool = false, badge: Int? = nil, collapseID: String? = nil, data: String? = nil,
    seconds: Int64 = 3600
) -> OutgoingMessage {
    OutgoingMessage(
        id: id, title: title, body: body, link: link, lane: isCritical ? .critical : .others, badge: badge,
        collapseID: collapseID,
        data: data.map { Array($0.utf8) }, expiresAt: start.advanced(by: .seconds(seconds)))
}

/// The payload of a critical alert.
let critical = #"{"type":"critical_alert","data":{"testId":"T-1","aatLevel":820,"unit":"mg/dL"},"aps":{"badge":99}}"#

func p256() throws -> P256PrivateKey { try P256PrivateKey(pem: Array(PEM.p256.utf8)) }

func apnsSettings(server: String = APNsSettings.production) throws -> APNsSettings {
    try APNsSettings(
        key: try p256(), keyID: "ABC123DEFG", teamID: "DEF123GHIJ", topic: "org.example.kit",
        server: try WebhookURL(server, allowsPrivate: true))
}

/// The key file of a service account.
func serviceAccount(
    tokenURL: String = "https://oauth2.googleapis.com/token", project: String = "kit-project", key: String = PEM.rsa,
    type: String = "service_account"
) throws -> [UInt8] {
    let members = [
        "type": type, "project_id": project, "private_key_id": "k1", "private_key": key,
        "client_email": "kit@kit-project.iam.gserviceaccount.com", "token_uri": tokenURL, "universe_domain": "x",
    ]
    return Array(try JSONEncoder().encode(members))
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
