import FairKitAPI
import FairKitCore
import FairKitService
import QRCode

/// The secret for a person's authenticator app.
struct SecondFactorBody: Encodable {
    /// Sent back with a code from the app to complete the setup.
    let mfaToken: String
    /// In base32, for typing.
    let secret: String
    let otpauthUri: String
    /// As a QR code; nil if the secret is too long for one.
    let qrSvg: String?
    let expiresIn = 300

    init(_ begun: BegunFactor) {
        mfaToken = begun.challenge.text
        secret = begun.secret
        otpauthUri = begun.uri
        qrSvg = QRCode(otpauthUri)?.svg
    }
}

extension SecondFactorCode {
    /// Exactly one of the two.
    init(_ code: String?, _ backupCode: String?) throws(Invalid) {
        switch (code, backupCode) {
        case (let code?, nil): self = .oneTime(code)
        case (nil, let backupCode?): self = .backup(backupCode)
        default: throw Invalid("/code", "send either code or backupCode")
        }
    }

}

extension Faults {
    /// At most one of the two.
    mutating func secondFactor(_ code: String?, _ backupCode: String?) -> SecondFactorCode? {
        guard code != nil || backupCode != nil else { return nil }
        return read(or: nil) { () throws(Invalid) -> SecondFactorCode? in try SecondFactorCode(code, backupCode) }
    }
}
