import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

import enum BarcodeReader.PictureError

extension RegisterKitFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .profileRequired:
            Problem(.unprocessableContent, .profileRequired, "Say in profileId whose kit it is.")
        case .refused(let refusal): refusal.problem
        case .picture(let error): error.problem
        case .busy(let failure): failure.problem
        case .alreadyRegistered((let at, let day)?):
            Problem(.conflict, .alreadyRegistered, "This kit is already registered on \(day)")
                .with("registeredAt", .text("\(at)"))
        case .alreadyRegistered(nil):
            Problem(
                .conflict, .alreadyRegistered,
                "This kit is already registered, by somebody else. If it is yours, ask who sent it.")
        case .closed:
            Problem(.conflict, .kitClosed, "This kit can't be registered any more. Ask who sent it.")
        case .tooManyOpenKits:
            Problem(
                .conflict, .tooManyOpenKits,
                "You have \(Kit.mostOpen) kits whose samples have not reached the laboratory. Send those first, or ask to have a kit cancelled that you do not have."
            )
        case .tooManyRefusedCodes(let duration):
            Problem(
                .tooManyRequests, .tooManyRefusedCodes,
                "\(Kit.mostRefusedCodes) codes were refused within a day, so no other is looked at for now. Ask who sent the kit."
            ).with(.retryAfter, "\(max(1, duration.components.seconds + 1))")
        case .secretWrong:
            Problem(
                .conflict, .activationSecret,
                "This kit has an activation secret of eight letters and digits, printed beside its code. It is missing in what you sent, or not right."
            )
        case .key: .internal
        case .notIssued:
            Problem(
                .conflict, .kitNotIssued,
                "This kit was never issued, and only issued ones are registered here. Check the code, or ask who sent it."
            )
        }
    }
}

extension CorrectKitCodeFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .fixed:
            Problem(
                .conflict, .codeFixed,
                "This code can't be corrected: it was read from a photo, or the laboratory has had the sample. Ask who sent the kit."
            )
        case .register(let failure): failure.problem
        }
    }
}

extension IssueKitsFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .key: .internal
        }
    }
}

extension IllegalKitStep: ProblemConvertible {
    var problem: Problem {
        let next = legal.map(\.rawValue)
        let sentence =
            next.isEmpty
            ? "The kit is \(from.rawValue). Your role cannot report a further step."
            : "The kit is \(from.rawValue). You can report: \(next.joined(separator: ", "))."
        return Problem(.conflict, .illegalStep, sentence)
            .with("state", .text(from.rawValue)).with("legal", .list(next))
    }
}

extension KitChoice.Refusal: ProblemConvertible, Error {
    var problem: Problem {
        switch self {
        case .nothingSent:
            Problem(
                .unprocessableContent, .nothingSent, "Send a photo of the barcode in photo, or its text in barcode.")
        case .typed(let error): error.problem(at: "/barcode")
        case .checksumMismatchInPhoto: KitCode.Malformed.checkCharacter.problem
        case .notAKitInPhoto: KitCode.Malformed.prefix.problem
        case .noBarcode(let miss):
            Problem(.unprocessableContent, .noBarcode, miss.sentence).with("reason", .text(miss.rawValue))
        case .several(let codes):
            Problem(.unprocessableContent, .severalKits, KitReading.several(codes).sentence)
                .with("codes", .list(codes.map(\.description)))
        case .disagrees(let typed, let photo):
            Problem(
                .unprocessableContent, .barcodeDisagrees,
                "The typed code is \(typed), but the photo shows \(photo). Send the one that is on your kit."
            ).with("typed", .text("\(typed)")).with("photo", .text("\(photo)"))
        }
    }
}

extension KitCode.Malformed: ProblemConvertible {
    /// The same, with the member of the body that holds it.
    func problem(at pointer: String) -> Problem {
        problem.with([FieldError(pointer: pointer, detail: sentence)])
    }

    var problem: Problem {
        switch self {
        case .prefix, .length, .digits: Problem(.unprocessableContent, .notAKit, sentence)
        case .checkCharacter, .lookalike: Problem(.unprocessableContent, .checksumMismatch, sentence)
        }
    }
}

extension PictureError: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .empty, .damaged: Problem(.unprocessableContent, .photoDamaged, sentence)
        case .tooManyBytes: Problem(.contentTooLarge, .tooLarge, sentence)
        case .tooManyPixels: Problem(.unprocessableContent, .tooManyPixels, sentence)
        case .unsupportedFormat, .unsupportedColour:
            Problem(.unsupportedMediaType, .unsupportedMediaType, sentence)
        }
    }
}

extension ScanPhoto.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .picture(let error): error.problem
        case .worker(.workerFailed): PictureError.damaged.problem
        case .worker(let failure): failure.problem
        }
    }
}

extension ScanWorkerPool.Failure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .busy, .stopped, .unavailable: .busy
        case .uncaged:
            Problem(
                .serviceUnavailable, .photosRefused,
                "This server reads no photos, since its system can't confine their decoders. Send the code in barcode.")
        case .workerFailed: PictureError.damaged.problem
        }
    }
}
