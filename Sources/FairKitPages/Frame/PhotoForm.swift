import FairKitCore
import FairKitFrame
import Hummingbird

extension Route {
    /// The form of a page that may bring a photo in `photo`, as `form` is for others. A browser that sends no file sends its
    /// texts alone.
    static func photoForm(
        _ name: String, for action: Action?,
        _ take: @escaping @Sendable (PageCall, Form, [UInt8]?) async throws -> Response
    ) -> Route {
        fileForm(name, for: action, upTo: photoLimit, isPhoto: true) { page, form, sent in
            try await take(page, form, sent?["photo"].flatMap { $0.body.isEmpty ? nil : Array($0.body) })
        }
    }

    /// The form of a page that may bring a file. The token is checked before the file is used.
    ///
    /// - Parameters:
    ///   - limit: of the whole form, in bytes.
    ///   - parts: the most fields.
    ///   - isPhoto: whether it waits for one of the few places of photos.
    static func fileForm(
        _ name: String, for action: Action?, upTo limit: Int, parts: Int = Multipart.mostParts, isPhoto: Bool = false,
        _ take: @escaping @Sendable (PageCall, Form, Multipart?) async throws -> Response
    ) -> Route {
        .api(.post, name, for: action) { (call: Call) -> Response in
            try SameOrigin.check(call)
            let page = try await PageCall(call)
            guard call.request.mediaType == "multipart/form-data" else {
                let form = try await Form(call)
                try FormToken.check(form, of: page)
                return try await take(page, form, nil)
            }
            @Sendable func taken() async throws -> Response {
                let sent = try await call.form(upTo: limit, parts: parts)
                let form = Form(sent)
                try FormToken.check(form, of: page)
                return try await take(page, form, sent)
            }
            return try await isPhoto ? call.shared.concurrency.photos.enter(call.holder) { try await taken() } : taken()
        }.asPage(refusing: Refused.show, own: Refused.showOwn)
    }

    /// As the API takes it: a photo of 20 MB, and space for the form around it.
    private static var photoLimit: Int { 20_065_536 }
}
