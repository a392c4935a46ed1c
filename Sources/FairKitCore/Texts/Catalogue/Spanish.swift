/// What stands around notices, in Spanish. Readers are addressed as "usted".
enum Spanish {
    static let frame = FrameWords(
        news: "Hay novedades para usted. Abra el mensaje para leerlas.",
        urgentNews: "Hay novedades urgentes para usted. Abra el mensaje ahora.",
        mail: "Este correo es de {sender}.",
        link: "Abra este enlace para leer más:",
        unproven:
            "Tomamos esta dirección de su expediente en {sender}. Para ver su expediente y elegir cómo recibe los mensajes, pida una cuenta a {sender}. Si este mensaje no es para usted, avise a {sender} y bórrelo.",
        call: "Este es un mensaje de {sender}.",
        urgentCall: "Este es un mensaje urgente de {sender}.",
        channels: [
            "email": "correo electrónico", "sms": "SMS", "voice": "llamada telefónica",
            "apns": "mensaje de la aplicación", "fcm": "mensaje de la aplicación",
            "web-push": "mensaje del navegador", "slack": "Slack", "teams": "Teams", "pagerduty": "PagerDuty",
            "http": "dirección web",
        ])

    static func why(_ audience: NoticeAudience) -> String {
        switch audience {
        case .patient: "Lo recibe porque tiene allí un expediente."
        case .staff: "Lo recibe porque atiende a este paciente o porque está de guardia."
        case .operators: "Lo recibe porque es responsable del servicio o porque está de guardia."
        case .account: "Lo recibe porque tiene allí una cuenta."
        case .reader: "Lo recibe porque los artículos e invitaciones están activados en sus ajustes de avisos."
        case .contact: "Lo recibe porque esta dirección se indicó como medio de contacto de una cuenta."
        }
    }

    static func choice(_ category: NoticeCategory) -> String {
        switch category {
        case .criticalAlert:
            "Las alertas críticas llegan a cualquier hora. Para cambiar cómo las recibe, inicie sesión y abra los ajustes de avisos."
        case .testResult, .reminder, .educational:
            "Para cambiar qué recibe y cómo, inicie sesión y abra los ajustes de avisos."
        case .account:
            "Los mensajes sobre la seguridad de su cuenta no se pueden desactivar. Para cambiar cómo los recibe, inicie sesión y abra los ajustes de avisos."
        }
    }
}
