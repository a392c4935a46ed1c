import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// Photos of people.
enum ProfilePhotos {
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Response {
        let id = try person(context)
        let size: ProfilePhoto.Size = try Query.read(request, ["size"], pages: []) { $0.word("size") } ?? .large
        let photo = try await context.tenancy.profiles.photo(of: id, size, by: try context.caller)
        let tag = EntityTag(text: "\"\(photo.changedAt.milliseconds)-\(size.rawValue)\"")
        if request.knows(tag) { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        return Response(
            status: .ok,
            // The client may keep it, but asks each time whether it may still see it.
            headers: [.contentType: "image/jpeg", .eTag: tag.text, .cacheControl: "private, no-cache"],
            body: ResponseBody(inChunks: ByteBuffer(bytes: photo.jpeg), on: context.channel))
    }

    static func set(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        let (id, caller) = (try person(context), try context.caller)
        try await context.shared.gates.photos.enter(context.holder) {
            let file = try await request.picture(upTo: ProfilePhoto.mostBytes, context)
            try await context.tenancy.profiles.setPhoto(of: id, to: file, by: caller)
        }
        return .noContent
    }

    static func remove(_ request: Request, _ context: FairKitContext) async throws -> HTTPResponse.Status {
        try await context.tenancy.profiles.removePhoto(of: try person(context), by: try context.caller)
        return .noContent
    }

    private static func person(_ context: FairKitContext) throws(Problem) -> ProfileID {
        try context.id("id", of: ProfileID.self) { ProfileID($0) }
    }
}
