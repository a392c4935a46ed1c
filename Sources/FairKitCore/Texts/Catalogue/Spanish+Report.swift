/// Printed reports in Spanish.
extension Spanish {
    static let report = ReportWords(
        resultTitle: "Prueba de alfa-1 antitripsina: resultado",
        courseTitle: "Pruebas de alfa-1 antitripsina: evolución", recordTitle: "Su expediente",
        patient: "Paciente", name: "Nombre", born: "Fecha de nacimiento", sex: "Sexo",
        sexes: [.female: "Femenino", .male: "Masculino", .other: "Otro", .unknown: "Desconocido"],
        knownGenotype: "Genotipo conocido", identifier: "Identificador",
        notShown: "No se muestra al lector de este informe",
        test: "Prueba", testPerformed: "Prueba realizada",
        testName: "Alfa-1 antitripsina (AAT), concentración en sangre",
        specimen: "Muestra", specimenName: "Muestra de sangre de un kit enviado por correo", kit: "Kit",
        testDate: "Fecha de la prueba", reportDate: "Fecha del informe", method: "Método",
        reference: "Referencia del laboratorio",
        result: "Resultado", level: "Nivel de AAT", range: "Intervalo de referencia",
        reportedRange: "según el laboratorio",
        flag: "Interpretación",
        flags: [
            .severelyLow: "Muy bajo", .low: "Bajo", .normal: "Dentro del intervalo de referencia", .high: "Alto",
            .criticallyHigh: "Críticamente alto",
        ],
        genotype: "Genotipo", unknown: "No informado", status: "Estado",
        statuses: [
            .registered: "Registrado", .preliminary: "Preliminar", .final: "Definitivo", .amended: "Modificado",
            .corrected: "Corregido", .cancelled: "Anulado", .enteredInError: "Introducido por error",
        ],
        meaning: "Qué significa", course: "Evolución",
        chartCaption:
            "Nivel de AAT a lo largo del tiempo en {unit}. Un rombo es un nivel fuera de su intervalo de referencia.",
        laboratory: "Laboratorio", address: "Dirección",
        addressNotKept: "No consta aquí. Pregunte a la organización que emitió este informe.",
        versions: "Versiones", version: "Versión", reason: "Motivo",
        corrected: "Este resultado se corrigió el {date}. Es la versión {version} y sustituye a las anteriores.",
        preliminary: "Este resultado es preliminar. El laboratorio aún puede cambiarlo.",
        withdrawn: "Este resultado se retiró. No actúe según sus valores.",
        held: "El laboratorio aún tiene que confirmar este resultado.",
        verify: "Un profesional sanitario debe verificar este resultado.",
        newestOnly: "Solo se muestran los {count} resultados más recientes.", noResults: "Aún no hay resultados.",
        kits: "Kits de prueba", registeredOn: "Registrado el",
        kitStatuses: [
            .issued: "Emitido", .shipped: "Enviado", .registered: "Registrado", .mailed: "Muestra enviada",
            .received: "Muestra recibida", .processing: "En el laboratorio", .resulted: "Resultado informado",
            .rejected: "Rechazado", .expired: "Caducado", .cancelled: "Anulado", .replaced: "Sustituido",
        ],
        alerts: "Alertas", raisedOn: "Emitida el",
        accesses: "Quién ha visto el expediente",
        accessesTold: "El expediente se leyó o se cambió {count} veces. El archivo accesses.json las enumera todas.",
        footer: "Impreso el {date}. Un resultado lo debe explicar un médico.")
}
