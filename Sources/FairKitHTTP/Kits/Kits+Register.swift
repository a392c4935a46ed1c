import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

import struct BarcodeReader.PictureLimits

extension Kits {
    /// The limit of a photo, plus space for the form around it.
    private static let formLimit = PictureLimits.standard.bytes + 65_536

    static func register(_ call: Call) async throws -> Answer<Registered> {
        if call.request.mediaType == "application/json" {
            var (body, sender, faults) = try await call.keyed(Typed.self, for: .registrations)
            let asked = KitRegistration(
                photo: nil, barcode: said(body.barcode), secret: secret(body.secret, &faults),
                profileID: profile(body.profileId, &faults))
            try faults.refuse()
            return try await registered(asked, by: sender, call)
        }
        return try await call.shared.concurrency.photos.enter(call.holder) {
            let (form, sender) = try await call.keyedForm(upTo: formLimit, for: .registrations)
            return try await registered(try photographed(form), by: sender, call)
        }
    }

    private static func registered(
        _ asked: KitRegistration, by caller: Caller, _ call: Call
    ) async throws -> Answer<Registered> {
        let made = try await call.tenancy.kits.register(asked, by: caller)
        return Answer(made: made, by: caller, Registered(made.value), at: "/api/v1/test-kits/\(made.id)")
    }

    /// Corrects a code that a patient mistyped.
    static func correctCode(_ call: Call) async throws -> Answer<Registered> {
        let id: KitID = try call.id()
        var (body, faults) = try await call.jsonAndFaults(Correcting.self)
        let secret = secret(body.secret, &faults)
        let code = try faults.kitCode(body.kitCode)
        try faults.refuse()
        return Answer(
            Registered(try await call.tenancy.kits.correctCode(of: id, to: code, secret: secret, by: call.caller)))
    }

    static func scan(_ call: Call) async throws -> Answer<ScannedPhoto> {
        try await call.shared.concurrency.photos.enter(call.holder) {
            let form = try await call.form(upTo: formLimit)
            guard let photo = form["photo"] else { throw KitChoice.Refusal.nothingSent }
            return Answer(try await call.tenancy.kits.scan(Array(photo.body), by: call.caller))
        }
    }

    private struct Typed: Decodable {
        let barcode: String?
        let secret: String?
        let profileId: String?
    }

    private struct Correcting: Decodable {
        let kitCode: String
        let secret: String?
    }

    private static func photographed(_ form: Multipart) throws(Invalid) -> KitRegistration {
        func text(_ name: String) -> String? { form[name].map { String(decoding: $0.body.prefix(200), as: UTF8.self) } }
        var faults = Faults()
        let asked = KitRegistration(
            photo: form["photo"].map { Array($0.body) }, barcode: said(text("barcode")),
            secret: secret(text("secret"), &faults), profileID: profile(text("profileId"), &faults))
        try faults.refuse()
        return asked
    }

    /// Apps without a typed code send an empty field.
    private static func said(_ text: String?) -> String? { text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }

    private static func secret(_ text: String?, _ faults: inout Faults) -> ActivationSecret? {
        guard let text, text.count > ActivationSecret.longestTyped || said(text) != nil else { return nil }
        let secret = ActivationSecret(text)
        faults.require(
            secret != nil, "/secret", "the eight letters and digits that are printed beside the kit's code")
        return secret
    }

    private static func profile(_ text: String?, _ faults: inout Faults) -> ProfileID? {
        let id = text.flatMap { ProfileID($0) }
        faults.require(text == nil || id != nil, "/profileId", "the id of a profile")
        return id
    }

    /// A registered kit in a response.
    struct Registered: JSONBody {
        let id: String
        let kitCode: String
        let status: String
        let profileId: String?
        let registeredAt: String?
        let sendBy: String?
        let message: String
        let needsReview: Bool
        let readFrom: String?

        init(_ kit: KitView) {
            id = "\(kit.id)"
            kitCode = "\(kit.code)"
            status = kit.status.rawValue
            profileId = kit.profileID?.description
            registeredAt = kit.registeredAt?.description
            sendBy = kit.sendBy?.description
            message =
                if kit.status == .resulted {
                    "The result for this kit is already available"
                } else if kit.resultsCameFirst {
                    "The laboratory has to confirm this registration first, because it already has the sample"
                } else {
                    "Send your sample to lab within \(Kit.daysToSend) days"
                }
            needsReview = kit.needsReview
            readFrom = kit.readFrom?.rawValue
        }
    }
}
