extension Spanish {
    static let calendar = CalendarWords(
        sendSample: "Envíe su muestra", nextTest: "Le toca su próxima prueba", onCall: "De guardia: {team}",
        teamOnCall: "{team}: quién está de guardia", member: "Un miembro")
}
