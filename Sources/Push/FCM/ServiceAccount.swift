package import FairKitCore
import FoundationEssentials
package import KeyRing

/// A service account of Google Cloud, as its JSON file describes it: it may send messages of one Firebase project.
///
/// https://cloud.google.com/iam/docs/keys-create-delete
package struct ServiceAccount: Sendable {
    package let project: String
    package let email: String
    package let key: RSAPrivateKey
    package let keyID: String
    /// Where the server gets access tokens.
    package let tokenURL: WebhookURL

    /// - Parameters:
    ///   - json: the file's content.
    ///   - allowsPrivate: whether `token_uri` may be on this machine and its network.
    /// - Throws: `Invalid` with pointers into the file.
    package init(json: [UInt8], allowsPrivate: Bool) throws(Invalid) {
        let file: File
        do { file = try JSONDecoder().decode(File.self, from: Data(json)) } catch {
            throw Invalid("", "must be the key file of a service account: download it from Google Cloud as JSON")
        }
        guard file.type == "service_account" else {
            throw Invalid(
                "/type", "must be service_account: download a key of a service account, not of another client")
        }
        guard (1...63).contains(file.projectID.utf8.count),
            file.projectID.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") })
        else { throw Invalid("/project_id", "must be the id of a project: letters, digits and hyphens") }
        do throws(RSAPrivateKey.Unusable) { key = try RSAPrivateKey(pem: Array(file.privateKey.utf8)) } catch {
            switch error {
            case .malformed: throw Invalid("/private_key", "must be a private RSA key in PEM")
            case .short: throw Invalid("/private_key", "must be an RSA key of at least 2048 bits")
            }
        }
        do throws(Invalid) { tokenURL = try WebhookURL(file.tokenURI, allowsPrivate: allowsPrivate) } catch {
            throw Invalid("/token_uri", "must be an https address, such as https://oauth2.googleapis.com/token")
        }
        (project, email, keyID) = (file.projectID, file.clientEmail, file.privateKeyID)
    }

    private struct File: Decodable {
        let type: String
        let projectID: String
        let privateKeyID: String
        let privateKey: String
        let clientEmail: String
        let tokenURI: String

        enum CodingKeys: String, CodingKey {
            case type
            case projectID = "project_id"
            case privateKeyID = "private_key_id"
            case privateKey = "private_key"
            case clientEmail = "client_email"
            case tokenURI = "token_uri"
        }
    }
}
