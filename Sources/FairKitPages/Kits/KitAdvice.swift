import FairKitCore
import FairKitService

/// What a person can do about a kit that was not registered, by reason.
struct KitAdvice {
    let reader: Reader
    /// The code, as it was typed.
    let typed: String?

    /// nil: the person can do nothing about it.
    func wrong(about failure: RegisterKitFailure) -> Wrong? {
        switch failure {
        case .refused(let refusal): wrong(about: refusal)
        case .picture(let picture): photo(picture.reason.advice)
        case .busy: photo(.adviceBusy)
        case .alreadyRegistered((_, let day)?): code(.adviceOwn, ["date": .text(reader.language.text(of: day))])
        case .alreadyRegistered(nil): code(.adviceOther)
        case .closed: code(.adviceClosed)
        case .notIssued: code(.adviceUnknown)
        case .secretWrong: Wrong(field: "secret", text: reader[.adviceSecret])
        case .tooManyOpenKits: code(.adviceTooMany, ["count": .number(Kit.maxOpen)])
        case .tooManyRefusedCodes(let wait):
            code(.adviceWait, ["count": .number(Int(wait.components.seconds / 3600) + 1)])
        case .profileRequired, .key: nil
        }
    }

    func wrong(about refusal: KitChoice.Refusal) -> Wrong {
        switch refusal {
        case .nothingSent: code(.adviceNothing)
        case .typed(let malformed): wrong(about: malformed)
        case .checksumMismatchInPhoto: photo(.advicePhotoCheck)
        case .notAKitInPhoto: photo(.adviceForeign)
        case .noBarcode(let miss): photo(miss.advice)
        case .several: photo(.adviceSeveral)
        case .disagrees(let typed, let photo):
            code(.adviceDisagrees, ["typed": .text("\(typed)"), "photo": .text("\(photo)")])
        }
    }

    /// The photo was not read, and the typed code can go alone.
    func wrong(about reading: KitReading?) -> Wrong {
        let advice: PageText =
            switch reading {
            case .noBarcode(let miss): miss.advice
            case .notAKit: .adviceForeign
            case .checksumMismatch: .advicePhotoCheck
            case .kit, .several, nil: .adviceUnclear
            }
        return photo(advice)
    }

    private func wrong(about malformed: KitCode.Malformed) -> Wrong {
        switch malformed {
        case .prefix: return code(.advicePrefix)
        case .length: return code(.adviceLength)
        case .digits: return code(.adviceDigits)
        case .lookalike(let right):
            let isDigit = (48...57).contains(right)
            let character = String(Character(Unicode.Scalar(right)))
            return code(isDigit ? .adviceDigit : .adviceLetter, ["right": .text(character)])
        case .checkCharacter:
            let groups = groups
            return code(
                .adviceChecksum,
                ["last": .text(groups.last ?? ""), "groups": .text(groups.dropLast().joined(separator: " "))])
        }
    }

    /// The digits as they are compared best: in groups of four, and the last character.
    private var groups: [String] {
        let characters = Array((typed ?? "").uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        let digits = characters.dropFirst(5).dropLast()
        let starts = stride(from: digits.startIndex, to: digits.endIndex, by: 4)
        let last = characters.suffix(1).map { String($0) }
        return starts.map { String(digits[$0..<min($0 + 4, digits.endIndex)]) } + last
    }

    private func code(_ text: PageText, _ values: [String: TextTemplate.Value] = [:]) -> Wrong {
        Wrong(field: "barcode", text: reader[text, values])
    }

    /// With the other way, if a code was typed. No server and no browser keeps the photo.
    private func photo(_ text: PageText) -> Wrong {
        let parts = [text, .photoAgain] + (typed == nil ? [] : [.adviceCodeAlone])
        return Wrong(field: "photo", text: parts.map { reader[$0] }.joined(separator: " "))
    }
}

extension RegisterKitFailure {
    /// Whether the patient has to ask their clinic: nothing that they type helps.
    var isForClinic: Bool {
        switch self {
        case .alreadyRegistered, .closed, .notIssued, .tooManyOpenKits, .tooManyRefusedCodes: true
        case .profileRequired, .refused, .picture, .busy, .secretWrong, .key: false
        }
    }
}

extension NoBarcode {
    fileprivate var advice: PageText {
        switch self {
        case .nothing: .adviceNoBars
        case .cutOff: .adviceCutOff
        case .tooSmall: .adviceSmall
        case .tooBlurred: .adviceBlurred
        case .unclear: .adviceUnclear
        }
    }
}

extension UnreadablePhoto.Reason {
    var advice: PageText {
        switch self {
        case .damaged: .adviceDamaged
        case .tooManyBytes, .tooManyPixels: .adviceLarge
        case .unsupported: .adviceKind
        }
    }
}
