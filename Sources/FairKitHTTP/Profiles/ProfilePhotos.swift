import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// Photos of people.
enum ProfilePhotos {
    static func show(_ call: Call) async throws -> Response {
        let id: ProfileID = try call.id()
        let size: ProfilePhoto.Size = try call.query(["size"], pages: []) { $0.word("size") } ?? .large
        let photo = try await call.tenancy.profiles.photo(of: id, size, by: call.caller)
        let tag = EntityTag(text: "\"\(photo.changedAt.milliseconds)-\(size.rawValue)\"")
        if call.request.knows(tag) { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        // The client may keep it, but asks each time whether it may still see it.
        return call.file(
            ByteBuffer(bytes: photo.jpeg), "image/jpeg", nil, [.eTag: tag.text, .cacheControl: "private, no-cache"])
    }

    static func set(_ call: Call) async throws -> HTTPResponse.Status {
        let id: ProfileID = try call.id()
        try await call.shared.concurrency.photos.enter(call.holder) {
            let file = try await call.picture(upTo: ProfilePhoto.mostBytes)
            try await call.tenancy.profiles.setPhoto(of: id, to: file, by: call.caller)
        }
        return .noContent
    }

    static func remove(_ call: Call) async throws -> HTTPResponse.Status {
        try await call.tenancy.profiles.removePhoto(of: call.id(), by: call.caller)
        return .noContent
    }
}
