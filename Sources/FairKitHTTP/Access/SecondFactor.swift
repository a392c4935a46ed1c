import FairKitAPI
import FairKitCore
import FairKitService
import QRCode

/// What a person puts into their app.
struct SecondFactorBody: Encodable {
    /// With this and a code of the app it is set up.
    let mfaToken: String
    /// Base32, to be typed.
    let secret: String
    let otpauthUri: String
    /// The same to be photographed; nil if it is too long for that.
    let qrSvg: String?
    let expiresIn = 300

    init(_ begun: BegunFactor) {
        mfaToken = begun.challenge.text
        secret = begun.secret
        otpauthUri = begun.uri(issuer: "FairKit")
        qrSvg = QRCode(otpauthUri)?.svg
    }
}

extension SecondFactorCode {
    /// One of both, as it was sent.
    init(_ code: String?, _ backupCode: String?) throws(Invalid) {
        switch (code, backupCode) {
        case (let code?, nil): self = .oneTime(code)
        case (nil, let backupCode?): self = .backup(backupCode)
        default: throw Invalid("/code", "either code or backupCode")
        }
    }

}

extension Faults {
    /// One of both, where none need be.
    mutating func secondFactor(_ code: String?, _ backupCode: String?) -> SecondFactorCode? {
        guard code != nil || backupCode != nil else { return nil }
        return read(or: nil) { () throws(Invalid) -> SecondFactorCode? in try SecondFactorCode(code, backupCode) }
    }
}
