import FairKitAPI
import FairKitCore
import FoundationEssentials
import Gateways
import Testing

@Suite struct `A template` {
    private let nasty = #"{to} "},{"admin":true, \" }} {{ \u0022 & = % <b>"# + "\n\r\u{0}"

    @Test func `has its places filled`() throws {
        let template = try MessageTemplate("{{{to}}} {title}: {body} {link}{id}")
        let filled = template.filled(with: .example(link: "https://a.example/"), to: "+1555")
        #expect(filled == "{+1555} Title: Body https://a.example/m-1")
        #expect(try MessageTemplate("").filled(with: .example(), to: "") == "")
    }

    @Test(
        arguments: [
            ("{", .brace), ("}", .brace), ("{to", .brace), ("{to}}", .brace), ("a } b", .brace), ("{{}", .brace),
            ("{}", .unknown("")), ("{To}", .unknown("To")), ("{phone}", .unknown("phone")), ("{to{id}}", .brace),
        ] as [(String, MessageTemplate.Malformed)])
    func `is refused with an unknown place or a single brace`(text: String, error: MessageTemplate.Malformed) {
        #expect(throws: error) { try MessageTemplate(text) }
    }

    @Test func `inserts a value once, whatever is in it`() throws {
        let template = try MessageTemplate("{body}|{title}")
        let message = OutgoingMessage.example(title: "{to}{id}", body: "{title}{{{body}")
        #expect(template.filled(with: message, to: "secret") == "{title}{{{body}|{to}{id}")
    }

    @Test func `says what a message does to an incident`() throws {
        let template = try MessageTemplate("{event} {incident}")
        func filled(_ message: OutgoingMessage) -> [String] {
            message.eachIncidentEvent.map { template.filled(with: $0, to: "") }
        }
        let other = try MessageTemplate("{incident}")
        #expect(template.namesEvent && !other.namesEvent)
        #expect(filled(.example()) == ["trigger m-1"])
        #expect(filled(.example(incident: "a", ends: [])) == ["trigger a"])
        #expect(filled(.example(ends: ["a"])) == ["resolve a"])
        // A gateway that recognises repetitions by the id takes each event.
        let both = OutgoingMessage.example(incident: "b", ends: ["a"]).eachIncidentEvent.map(\.id)
        #expect(both == ["m-1-a", "m-1"])
        // A correction ends one incident before it opens another, under another key.
        #expect(filled(.example(incident: "b", ends: ["a"])) == ["resolve a", "trigger b"])
    }

    @Test func `in JSON can't be left by a value`() throws {
        let tree = try JSONDecoder().decode(
            JSONTree.self, from: Data(#"{"to": "{to}", "list": [{"text": "{body}"}], "n": 1, "admin": false}"#.utf8))
        let filled = try JSONTemplate(tree).filled(with: .example(body: nasty), to: nasty)
        let again = try JSONDecoder().decode(JSONTree.self, from: JSONEncoder().encode(filled))
        #expect(
            again
                == .object([
                    "to": .text(nasty), "list": .list([.object(["text": .text(nasty)])]), "n": .number(1),
                    "admin": .bool(false),
                ]))
    }

    @Test func `in a URL can't be left by a value`() throws {
        let template = try URLTemplate("https://a.example/send?to={to}&text={body}&x=1", allowsPrivate: false)
        let message = OutgoingMessage.example(body: "&x=2#/../@b.example ä")
        let url = try #require(template.filled(with: message, to: "+1"))
        #expect(
            "\(url)" == "https://a.example/send?to=%2B1&text=%26x%3D2%23%2F..%2F%40b.example%20%C3%A4&x=1")
        #expect(url.host == "a.example")
    }

    @Test(arguments: [
        "https://{to}/send", "https://a.example{to}?a=1", "https://a.example/{to}", "https://a.example:{id}/", "{to}",
    ])
    func `in a URL has places in the query only`(text: String) {
        #expect(throws: URLTemplate.Malformed.placeholder) { try URLTemplate(text, allowsPrivate: false) }
    }

    @Test(arguments: [
        "http://a.example/?a={to}", "https://127.0.0.1/?a={to}", "https://u@a.example/?a={to}",
        "https://a.example/?a=ä{to}",
        "https://a.example/#a?{to}",
    ])
    func `in a URL is refused if the URL is`(text: String) {
        #expect {
            try URLTemplate(text, allowsPrivate: false)
        } throws: { error in
            if case URLTemplate.Malformed.url = error { true } else { false }
        }
    }

    @Test(
        arguments: [
            ("a.1.b", "x"), ("a.0", nil), ("a.2.b", nil), ("a.-1", nil), ("n", "1.5"), ("t", "true"), ("a", nil),
            ("z", nil),
            ("a.1.b.c", nil),
        ] as [(String, String?)])
    func `finds a value by its path`(path: String, value: String?) throws {
        let tree = try JSONDecoder().decode(
            JSONTree.self, from: Data(#"{"a": [null, {"b": "x"}], "n": 1.5, "t": true}"#.utf8))
        #expect(try #require(JSONPath(path)).value(in: tree) == value)
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b"]) func `has no path with an empty step`(path: String) {
        #expect(JSONPath(path) == nil)
    }
}
