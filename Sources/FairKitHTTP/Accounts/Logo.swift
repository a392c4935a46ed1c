import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The logo of a tenant.
enum Logo {
    static func show(_ call: Call) async throws -> Response {
        let logo = try await call.tenancy.accounts.logo(by: call.caller)
        let tag = EntityTag(text: "\"\(logo.mark)\"")
        if call.request.knows(tag) { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        return call.file(
            ByteBuffer(bytes: logo.jpeg), "image/jpeg", nil, [.eTag: tag.text, .cacheControl: "private, no-cache"])
    }

    static func set(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.shared.concurrency.photos.enter(call.holder) {
            let file = try await call.picture(upTo: ProfilePhoto.mostBytes)
            try await call.tenancy.accounts.setLogo(to: file, by: call.caller)
        }
        return .noContent
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.accounts.removeLogo(by: call.caller)
        return .noContent
    }
}
