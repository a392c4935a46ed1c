import FairKitAPI
import FairKitCore
import FairKitService
import QRCode

/// The secret for a person's authenticator app.
struct SecondFactorBody: JSONBody {
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
