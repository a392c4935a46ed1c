import FairKitCore
import Gateways
import Testing

@Suite struct `The text of a message` {
    @Test func `is title, body and link in an SMS`() {
        #expect(OutgoingMessage.example(link: "https://a.example/1").smsText == "Title\nBody\nhttps://a.example/1")
        #expect(OutgoingMessage.example(title: "").smsText == "Body")
    }

    @Test func `is shortened in the body, so that the link stays whole`() {
        let link = "https://a.example/" + String(repeating: "x", count: 100)
        let text = OutgoingMessage.example(body: String(repeating: "👩🏽‍⚕️", count: 2000), link: link).smsText
        #expect(text.utf16.count <= 1500)
        #expect(text.hasSuffix("👩🏽‍⚕️…\n\(link)"))
        #expect(text.hasPrefix("Title\n👩🏽‍⚕️"))
    }

    @Test func `has no control characters`() {
        #expect(OutgoingMessage.example(title: "", body: "a\u{0}b\u{1b}c\nd\r\n\u{ffff}\u{85}e").smsText == "abc\nd\ne")
    }

    @Test func `is said as sentences, without the link`() {
        let message = OutgoingMessage.example(
            title: "Critical alert", body: "Call the clinic!", link: "https://a.example/")
        #expect(message.spokenText == "Critical alert. Call the clinic!")
    }

    @Test func `can't add a verb to a call`() {
        let twiml = twiml("</Say><Dial>+1900</Dial> & \"'\u{0}", language: "en-US\"/><Dial>")
        let said = "&lt;/Say&gt;&lt;Dial&gt;+1900&lt;/Dial&gt; &amp; &quot;&apos;"
        let say = "<Say language=\"en-US&quot;/&gt;&lt;Dial&gt;\">\(said)</Say>"
        #expect(twiml == "<Response><Pause length=\"1\"/>\(say)<Pause length=\"1\"/>\(say)</Response>")
    }

    @Test func `mentions no one in Slack`() {
        #expect(
            SlackWebhook.escaped("<!channel> <https://a.example|b> & \u{0}")
                == "&lt;!channel&gt; &lt;https://a.example|b&gt; &amp; ")
    }

    @Test func `of the longest call is within Twilio's limit of 4,000 characters`() {
        let message = OutgoingMessage.example(title: "", body: String(repeating: "a", count: 9000))
        #expect(twiml(message.spokenText, language: "en-US").utf16.count < 4000)
    }
}
