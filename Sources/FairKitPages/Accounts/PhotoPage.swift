import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird
import NIOCore

/// The photo of a patient: chosen, shown, removed.
enum PhotoPage: FormPage {
    static func take(_ page: PageCall, _ form: Form, _ photo: [UInt8]?) async throws -> Response {
        let (reader, id) = (page.reader, try page.ownRecord)
        guard let photo else { return try await refuse(page, .ownPhotoMissing) }
        do { try await page.tenancy.profiles.setPhoto(of: id, to: photo, by: page.caller) } catch {
            guard case .own(let failure) = error else { throw error }
            switch failure {
            case .picture(let unreadable): return try await refuse(page, unreadable.reason.advice)
            case .worker: return try await refuse(page, .ownPhotoBusy)
            }
        }
        return .seeOther(reader["/profile/photo?done=\(PageText.ownPhotoSaved.rawValue)"])
    }

    static func remove(_ page: PageCall, _ form: Form) async throws -> Response {
        try await page.tenancy.profiles.removePhoto(of: try page.ownRecord, by: page.caller)
        return .seeOther(page.reader["/profile/photo?done=\(PageText.ownPhotoRemoved.rawValue)"])
    }

    /// The photo itself.
    static func file(_ page: PageCall) async throws -> Response {
        let photo = try await page.tenancy.profiles.photo(of: try page.ownRecord, .large, by: page.caller)
        return page.jpeg(photo.jpeg)
    }

    private static func refuse(_ page: PageCall, _ advice: PageText) async throws -> Response {
        try await draw(page, [Wrong(field: "photo", text: page.reader[advice])])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let reader = page.reader
        let content: HTML = """
            <p class="lead">\(reader[.ownPhotoLead])</p>
            \(try await isThere(page) ? shown(reader) : nil)
            <form class="card" method="post" action="\(to: reader["/profile/photo"])" enctype="multipart/form-data">
              \(Shell.token(reader))
              \(reader.field("photo", .ownPhotoNew, wrong, hint: .ownPhotoHint, with: """
                type="file" accept="image/*" required
                """))
              <button>\(reader[.ownPhotoSend])</button>
            </form>
            """
        return OwnPage(title: .ownPhoto, said: [.ownPhotoSaved, .ownPhotoRemoved], wrong: wrong).show(page, content)
    }

    private static func shown(_ reader: Reader) -> HTML {
        """
        <section class="card"><img class="photo" src="\(to: reader["/profile/photo.jpg"])" width="256" height="256" \
        alt="\(reader[.ownPhotoNow, ["name": .text(reader.name)]])">
        <form class="actions" method="post" action="\(to: reader["/profile/photo/remove"])">\(Shell.token(reader))\
        <button class="danger quiet">\(reader[.ownPhotoRemove])</button></form></section>
        """
    }

    private static func isThere(_ page: PageCall) async throws -> Bool {
        do {
            _ = try await page.tenancy.profiles.photo(of: try page.ownRecord, .small, by: page.caller)
            return true
        } catch let refusal as Refusal<Never> {
            guard case .notFound = refusal else { throw refusal }
            return false
        }
    }
}
