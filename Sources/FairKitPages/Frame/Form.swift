import FairKitAPI
import FairKitCore
import FairKitFrame
import HTTPTypes

/// A form, as a browser sends it. A field that was not sent is an empty text, as an empty one is.
struct Form: Sendable {
    private let fields: [String: String]

    init(_ call: some AnyCall) async throws {
        guard let fields = Form.read(try await call.urlEncodedForm()) else {
            throw Problem(.badRequest, .malformedBody, "The form is malformed.")
        }
        self.fields = fields
    }

    /// The texts of a form that also brings a file.
    init(_ sent: Multipart) {
        let texts = sent.parts.lazy.filter { !$0.isFile }
        let pairs = texts.map { ($0.name, String(decoding: $0.body.prefix(65_536), as: UTF8.self)) }
        fields = Dictionary(pairs) { first, _ in first }
    }

    subscript(name: String) -> String { fields[name] ?? "" }

    /// A field's text without the white space around it; nil: it is empty.
    func text(_ name: String) -> String? {
        let text = String(self[name].drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        return text.isEmpty ? nil : text
    }

    /// The fields of `application/x-www-form-urlencoded` (WHATWG URL, section 5.1); the first of a name counts. nil: an
    /// encoding is broken, or is not UTF-8.
    static func read(_ body: [UInt8]) -> [String: String]? {
        guard let text = String(validating: body, as: UTF8.self) else { return nil }
        var fields: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String(percentEncoded: $0.replacing("+", with: " ")) }
            guard let name = parts[0], let value = parts.count > 1 ? parts[1] : "" else { return nil }
            if fields[name] == nil { fields[name] = value }
        }
        return fields
    }
}

/// A field of a form that a person has to correct.
struct Wrong: Sendable {
    /// The id of its input.
    let field: String
    let text: String
}

extension Reader {
    /// The refused fields of a form, each with a link to its input.
    func summary(_ title: PageText, _ wrong: [Wrong]) -> HTML {
        """
        <div class="summary" role="alert" tabindex="-1" id="summary" aria-labelledby="summary-title">
          <h2 id="summary-title">\(self[title])</h2>
          <ul>\(wrong.map { "<li><a href=\"#\($0.field)\">\($0.text)</a></li>" as HTML })</ul>
        </div>
        """
    }

    /// A field with its label, and what is wrong with it.
    ///
    /// - Parameter input: its attributes besides id, name and `aria-…`.
    func field(
        _ name: String, _ label: PageText, _ wrong: [Wrong] = [], hint: PageText? = nil, with input: HTML
    ) -> HTML {
        let found = wrong.first { $0.field == name }
        let described = [hint.map { _ in "\(name)-hint" }, found.map { _ in "\(name)-wrong" }].compactMap(\.self)
        return """
            <div class="field\(found == nil ? "" : " bad")"><label for="\(name)">\(self[label])</label>
              \(hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\(self[$0])</p>" as HTML })\
            \(found.map { "<p class=\"wrong\" id=\"\(name)-wrong\">\($0.text)</p>" as HTML })
              <input id="\(name)" name="\(name)" \(input)\
            \(found == nil ? nil : " aria-invalid=\"true\"" as HTML)\
            \(described.isEmpty ? nil : " aria-describedby=\"\(described.joined(separator: " "))\"" as HTML)></div>
            """
    }
}
