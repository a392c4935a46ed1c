import FairKitAPI
import FairKitCore
import FairKitFrame
import HTTPTypes

/// A form, as a browser sends it. A field that was not sent is an empty text, as an empty one is; the first of a name counts.
struct Form: Sendable {
    private let fields: [String: String]

    init(_ call: some AnyCall) async throws {
        guard let fields = FormFields.read(try await call.urlEncodedForm()) else {
            throw Problem(.badRequest, .malformedBody, "The form is malformed.")
        }
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Nothing was sent.
    init() { fields = [:] }

    /// All that was typed and chosen. The token and the key only say whose form it is, and which.
    var text: String { text(without: ["token", "key"]) }

    /// All fields but those of some names, as a browser encodes them.
    func text(without names: Set<String>) -> String {
        fields.filter { !names.contains($0.key) && !$0.value.isEmpty }.sorted { $0.key < $1.key }
            .map { "\($0.key.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// The version of the record that the form was drawn from: see `Reader.version`.
    var version: Int? { Int(self["version"]) }

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
}

/// A page with a form, which is drawn as it is stored, or with what is wrong with what was sent.
protocol FormPage {
    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response
}

extension FormPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, []) }
}

/// A field of a form that a person has to correct.
struct Wrong: Sendable {
    /// The id of its input.
    let field: String
    let text: String
}

extension Reader {
    /// A page with a form, for people who have not signed in. What was refused stands above it.
    /// - Parameters:
    ///   - kept: another form, which waits for the sign-in: see `KeptForm.field`.
    ///   - isTold: whether the page says that it waits.
    func form(
        _ title: PageText, _ wrong: [Wrong], _ summary: PageText, done: PageText? = nil, with more: HTTPFields = [:],
        kept: HTML? = nil, isTold: Bool = true, _ content: HTML
    ) -> Response {
        let isTold = kept != nil && isTold
        return Document(
            title: self[title], status: isTold && wrong.isEmpty ? .unauthorized : nil, refusal: summary, wrong: wrong,
            done: done, kept: kept,
            above: isTold ? "<p class=\"banner warning\" tabindex=\"-1\">\(self[.keptLead])</p>" : "", content: content
        ).response(to: self, more)
    }

    /// The refused fields of a form, each with a link to its input.
    func summary(_ title: PageText, _ wrong: [Wrong]) -> HTML {
        """
        <div class="summary" role="alert" tabindex="-1" id="summary" aria-labelledby="summary-title">
          <h2 id="summary-title">\(self[title])</h2>
          <ul>\(wrong.map { "<li><a href=\"#\($0.field)\">\($0.text)</a></li>" as HTML })</ul>
        </div>
        """
    }

    /// Begins a form in a card. It says for whom it was drawn, as each form of signed-in people does.
    func card(to link: Link) -> HTML {
        """
        <form class="card" method="post" action="\(to: link)">
          \(Shell.token(self))
        """
    }

    func card(to path: Link.Path) -> HTML { card(to: self[path]) }

    /// Copies the text of a part. It is an extra of the script: the text can be selected by hand.
    func copyButton(_ id: HTML) -> HTML {
        """
        <p><button type="button" class="quiet" data-copy="\(id)" data-copied="\(self[.copied])" hidden>\(self[.copy])</button></p>
        """
    }

    /// The version of the record that a form shows. Its change is refused if there is another one meanwhile.
    func version(_ number: Int) -> HTML { "<input type=\"hidden\" name=\"version\" value=\"\(number)\">" }

    /// Stands above a form whose record another person has changed, with what is there now. Its answer is 409, has the new
    /// version, and keeps what was typed.
    func changedMeanwhile(_ now: HTML) -> HTML {
        """
        <div class="summary" role="alert" tabindex="-1" id="summary" aria-labelledby="summary-title">
          <h2 id="summary-title">\(self[.changedMeanwhile])</h2>
          <p>\(self[.changedNotStored])</p>
          \(now)
        </div>
        """
    }

    /// A field with its label, and what is wrong with it.
    ///
    /// - Parameters:
    ///   - prefix: of its ids, if a page may have another field of the name.
    ///   - input: its attributes besides id, name and `aria-…`.
    func field(
        _ name: String, _ label: PageText, _ wrong: [Wrong] = [], hint: PageText? = nil, within prefix: String = "",
        with input: HTML
    ) -> HTML {
        field(name, titled: self[label], wrong, hint: hint, within: prefix, with: input)
    }

    /// The same with a label that is no text of the catalogue, such as a unit.
    func field(
        _ name: String, titled label: String, _ wrong: [Wrong] = [], hint: PageText? = nil, within prefix: String = "",
        with input: HTML
    ) -> HTML {
        let (id, found) = (prefix + name, wrong.first { $0.field == name })
        let described = [hint.map { _ in "\(id)-hint" }, found.map { _ in "\(id)-wrong" }].compactMap(\.self)
        return """
            <div class="field\(found == nil ? "" : " bad")"><label for="\(id)">\(label)</label>
              \(hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\(self[$0])</p>" as HTML })\
            \(found.map { "<p class=\"wrong\" id=\"\(id)-wrong\">\($0.text)</p>" as HTML })
              <input id="\(id)" name="\(name)" \(input)\
            \(found == nil ? nil : " aria-invalid=\"true\"" as HTML)\
            \(described.isEmpty ? nil : " aria-describedby=\"\(described.joined(separator: " "))\"" as HTML)></div>
            """
    }
}
