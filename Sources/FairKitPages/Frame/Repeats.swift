import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

extension PageCall {
    /// Carries out a form, or answers as when the same form came before: by a second press, or by going back and reloading.
    /// See decision 0159.
    ///
    /// - Parameter content: what else the form has, such as a photo.
    func once(_ form: Form, _ content: [UInt8] = [], _ take: () async throws -> Response) async throws -> Response {
        let keyed = IdempotencyKey(form["key"]).map { key in
            KeyedRequest(key: key, route: .forms, content: Array("\(request.uri.path)\n\(form.text)\n".utf8) + content)
        }
        return try await tenancy.forms.once(
            keyed, by: call.caller, leadingTo: { $0.nextPage }, again: { .seeOther(Link(before: $0)) }, take)
    }
}

extension Response {
    /// The page that the answer to a form leads to; nil: it was refused. An answer with cookies is no answer for a second
    /// time: they stand for a session, or a proof. A secret that is shown once is not made again: its page says that it is
    /// gone.
    fileprivate var nextPage: String? {
        let cookie = headers[.setCookie]
        return status == .seeOther && cookie?.hasPrefix(PageCall.once) ?? true ? headers[.location] : nil
    }
}
