import FairKitCore
import FairKitFrame
import HTTPTypes
import Hummingbird
import NIOCore
import Schemas

import func KeyRing.sha256

/// The style sheet and the script of all pages. Their names have a hash of their content: a browser keeps them for good, and
/// asks for another name after an update.
struct Assets: Sendable {
    let name: String
    private let type: String
    private let body: ByteBuffer

    private static let device = Assets(.device)
    private static let light = Assets(.light)
    private static let dark = Assets(.dark)
    static let script = Assets(Documents.pageScript, "js", "text/javascript; charset=utf-8")

    private init(_ bytes: [UInt8], _ ending: String, _ type: String) {
        name = "page.\(Assets.hash(bytes)).\(ending)"
        (self.type, body) = (type, ByteBuffer(bytes: bytes))
    }

    static let all = [device, light, dark, script]

    private init(_ theme: Theme) {
        self.init(theme.applied(to: Documents.pageStyle), "css", "text/css; charset=utf-8")
    }

    static func style(_ theme: Theme) -> Assets {
        switch theme {
        case .device: device
        case .light: light
        case .dark: dark
        }
    }

    /// All tenants share them.
    var link: Link { Link("/assets/\(name)", of: .standard) }

    /// An unknown name is no page: a browser would read it as a style sheet or a script.
    static func show(_ call: PublicCall) throws -> Response {
        let asked = call.context.parameters.get("name")
        guard let asset = all.first(where: { $0.name == asked }) else { throw Problem.notFound }
        var headers: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
        return call.file(asset.body, asset.type, nil, headers)
    }

    /// Of SHA-256: enough to tell two versions of a file apart.
    private static func hash(_ bytes: [UInt8]) -> String {
        guard let hash = try? sha256(bytes) else { fatalError("OpenSSL has no SHA-256") }
        return hash.prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
