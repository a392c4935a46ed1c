import FairKitAPI
import FairKitCore
import FairKitFrame
import Hummingbird

extension Route {
    /// The form of a page that may bring a photo in `photo`, as `form` is for others. The token is checked before the photo
    /// is used. A browser that sends no file sends its texts alone.
    static func photoForm(
        _ name: String, for action: Action?,
        _ take: @escaping @Sendable (PageCall, Form, [UInt8]?) async throws -> Response
    ) -> Route {
        .api(.post, name, for: action) { (call: Call) -> Response in
            try SameOrigin.check(call)
            let page = try await PageCall(call)
            guard call.request.mediaType == "multipart/form-data" else {
                let form = try await Form(call)
                try FormToken.check(form, of: page)
                return try await take(page, form, nil)
            }
            return try await call.shared.concurrency.photos.enter(call.holder) {
                let sent = try await call.form(upTo: photoLimit)
                let form = Form(sent)
                try FormToken.check(form, of: page)
                return try await take(page, form, sent["photo"].flatMap { $0.body.isEmpty ? nil : Array($0.body) })
            }
        }.asPage(refusing: Refused.show, own: Refused.showOwn)
    }

    /// As the API takes it: a photo of 20 MB, and space for the form around it.
    private static var photoLimit: Int { 20_065_536 }
}
