extension Swahili {
    static let calendar = CalendarWords(
        sendSample: "Tuma sampuli yako", nextTest: "Kipimo chako kijacho kinatakiwa", onCall: "Zamu yako: {team}",
        teamOnCall: "{team}: aliye zamu", member: "Mwanachama")
}
