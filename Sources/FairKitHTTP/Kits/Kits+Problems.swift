import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

extension RegisterKitFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .profileRequired:
            Problem(
                .unprocessableContent, .profileRequired,
                "profileId is required: it names the patient whose kit this is.")
        case .refused(let refusal): refusal.problem
        case .picture(let error): error.problem
        case .busy(let failure): failure.problem
        case .alreadyRegistered((let at, let day)?):
            Problem(.conflict, .alreadyRegistered, "This kit is already registered on \(day)")
                .with("registeredAt", .text("\(at)"))
        case .alreadyRegistered(nil):
            Problem(
                .conflict, .alreadyRegistered,
                "This kit is already registered to another person. If it is yours, ask the organisation that sent it.")
        case .closed:
            Problem(.conflict, .kitClosed, "This kit can no longer be registered. Ask the organisation that sent it.")
        case .tooManyOpenKits:
            Problem(
                .conflict, .tooManyOpenKits,
                "You have \(Kit.maxOpen) kits whose samples have not reached the laboratory. Send those first, or ask to cancel the kits that you no longer have."
            )
        case .tooManyRefusedCodes(let duration):
            Problem(
                .tooManyRequests, .tooManyRefusedCodes,
                "\(Kit.maxRefusedCodes) codes were refused within a day. Wait before you try another one, or ask the organisation that sent the kit."
            ).with(.retryAfter, "\(max(1, duration.components.seconds + 1))")
        case .secretWrong:
            Problem(
                .conflict, .activationSecret,
                "The kit's activation secret is missing or wrong. It has eight letters and digits, and is printed beside the kit's code."
            )
        case .key: .internal
        case .notIssued:
            Problem(
                .conflict, .kitNotIssued,
                "This kit was never issued, and only issued kits can be registered. Check the code, or ask the organisation that sent the kit."
            )
        }
    }
}

extension CorrectKitCodeFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .fixed:
            Problem(
                .conflict, .codeFixed,
                "This code can't be corrected: it was read from a photo, or the laboratory already has the sample. Ask the organisation that sent the kit."
            )
        case .register(let failure): failure.problem
        }
    }
}

extension IssueKitsFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .key: .internal
        }
    }
}

extension IllegalKitStep: ProblemConvertible {
    package var problem: Problem {
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
    package var problem: Problem {
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
                "The typed code is \(typed), but the photo shows \(photo). Send the code that is on your kit."
            ).with("typed", .text("\(typed)")).with("photo", .text("\(photo)"))
        }
    }
}

extension KitCode.Malformed: ProblemConvertible {
    /// The same problem, with the member of the body that caused it.
    func problem(at pointer: String) -> Problem {
        problem.with([FieldError(pointer: pointer, detail: sentence)])
    }

    package var problem: Problem {
        switch self {
        case .prefix, .length, .digits: Problem(.unprocessableContent, .notAKit, sentence)
        case .checkCharacter, .lookalike: Problem(.unprocessableContent, .checksumMismatch, sentence)
        }
    }
}

extension UnreadablePhoto: ProblemConvertible {
    package var problem: Problem {
        switch reason {
        case .damaged: Problem(.unprocessableContent, .photoDamaged, sentence)
        case .tooManyBytes: Problem(.contentTooLarge, .tooLarge, sentence)
        case .tooManyPixels: Problem(.unprocessableContent, .tooManyPixels, sentence)
        case .unsupported: Problem(.unsupportedMediaType, .unsupportedMediaType, sentence)
        }
    }
}

extension PhotoFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .picture(let error): error.problem
        case .worker(let failure): failure.problem
        }
    }
}

extension WorkerFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .busy, .stopped, .unavailable, .workerFailed: .busy
        case .unsandboxed:
            Problem(
                .serviceUnavailable, .photosRefused,
                "This server does not read photos, because its system can't sandbox the image decoders. Send the code in barcode."
            )
        }
    }
}
