extension English {
    static let calendar = CalendarWords(
        sendSample: "Send your sample", nextTest: "Your next test is due", onCall: "On call: {team}",
        teamOnCall: "{team}: who is on call", member: "A member")
}
