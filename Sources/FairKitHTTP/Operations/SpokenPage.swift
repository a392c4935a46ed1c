import FairKitCore
import FairKitFrame
import HTTPTypes
import Hummingbird

/// A page in each language. Its template names texts of the catalogue in double braces: `{{email}}`.
struct SpokenPage: Sendable {
    private let pages: [Language: Served]

    init(_ template: [UInt8], _ headers: HTTPFields) {
        var headers = headers
        headers[.vary] = "Accept-Language"
        pages = Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let page = SpokenPage.filled(String(decoding: template, as: UTF8.self), in: language)
                return (language, Served(Array(page.utf8), "text/html; charset=utf-8", headers))
            })
    }

    /// In the language that the link names, or else that the browser prefers.
    func answer(_ call: PublicCall) -> Response {
        let named = call.request.uri.queryParameters["language"].flatMap { Language(rawValue: String($0)) }
        let language = named ?? call.request.acceptedLanguage ?? .english
        guard let page = pages[language] else { return Response(status: .notFound) }
        return page.answer(call)
    }

    private static func filled(_ template: String, in language: Language) -> String {
        let words = language.pages
        var texts: [Substring: Substring] = ["language": language.rawValue[...], "words": words[...]]
        for line in words.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            texts[parts[0]] = parts[1]
        }
        var parts = template.split(separator: "{{", omittingEmptySubsequences: false)
        let start = parts.removeFirst()
        return parts.reduce(into: String(start)) { page, part in
            let named = part.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            page += escaped(texts[named[0]] ?? named[0]) + named[1]
        }
    }

    /// For the text of an element, or a value between double quotes.
    private static func escaped(_ text: Substring) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
