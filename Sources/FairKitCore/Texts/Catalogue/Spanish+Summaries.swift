extension Spanish {
    /// The texts of summaries for patients. `docs/summaries.md` has the source of each statement, and the English text
    /// names it.
    static func summary(_ phrase: SummaryPhrase) -> String {
        switch phrase {
        case .level:
            "La AAT (alfa-1 antitripsina) es una proteína de la sangre que ayuda a proteger los pulmones. El {date}, su nivel de AAT era de {level}[, medido por {laboratory}]. El intervalo normal de esta prueba es {range}."
        case .withoutLevel:
            "La AAT (alfa-1 antitripsina) es una proteína de la sangre que ayuda a proteger los pulmones. La prueba del {date}[, hecha por {laboratory},] no informa de ningún nivel de AAT."
        case .severelyLow:
            "Es un nivel muy bajo. Por debajo de {limit}, los pulmones están menos protegidos. No significa que usted esté enfermo ahora. Pida una cita con su médico, que puede examinar sus pulmones y su hígado. No fume y evite el humo y el polvo."
        case .low:
            "Está por debajo del intervalo normal. Muchas personas con un nivel así tienen un gen de AAT alterado y están sanas. Muestre este resultado a su médico en la próxima visita. Si fuma, dejarlo es lo que mejor protege sus pulmones."
        case .normal:
            "Está dentro del intervalo normal. El nivel por sí solo no exige hacer nada. Un nivel normal no descarta que usted tenga un gen de AAT alterado."
        case .high:
            "Está por encima del intervalo normal. No es señal de una deficiencia de AAT. Una infección, una inflamación, una lesión, un embarazo o los estrógenos (por ejemplo, de algunas píldoras anticonceptivas) pueden elevar la AAT durante un tiempo. Muestre este resultado a su médico en la próxima visita, o antes si se siente enfermo."
        case .criticallyHigh:
            "Es {times} veces el límite superior del intervalo normal. Contacte con su médico hoy y muéstrele este resultado. Si se siente muy enfermo o le cuesta respirar, llame ahora al número de emergencias. Una inflamación fuerte puede elevar la AAT: su médico buscará la causa."
        case .askForGenotype:
            "Una prueba genética puede mostrar la causa de un nivel bajo. Pregunte a su médico si la necesita."
        case .first: "Es su primer resultado de AAT aquí, así que no hay un nivel anterior con el que compararlo."
        case .risen:
            "El nivel es más alto que el {earlierDate}, cuando era de {earlierLevel}. Su médico puede decirle si el cambio es importante."
        case .fallen:
            "El nivel es más bajo que el {earlierDate}, cuando era de {earlierLevel}. Su médico puede decirle si el cambio es importante."
        case .steady:
            "El nivel es casi igual que el {earlierDate}, cuando era de {earlierLevel}. Los cambios pequeños son habituales."
        case .open:
            "El {earlierDate}, su nivel era de {earlierLevel}. Los dos niveles no se pueden comparar con exactitud, porque sus unidades son distintas o uno de ellos es un límite."
        case .genotypeUsual: "Su genotipo es {genotype}: las dos copias de su gen de AAT son las habituales."
        case .genotypeCarrier:
            "Su genotipo es {genotype}: una de las dos copias de su gen de AAT está alterada. La mayoría de las personas con una copia alterada están sanas, sobre todo si no fuman. Sus padres, hermanos e hijos pueden tener la misma alteración."
        case .genotypeTwoChanged:
            "Su genotipo es {genotype}: las dos copias de su gen de AAT están alteradas. El riesgo para los pulmones es menor que con el genotipo ZZ, y fumar lo aumenta. Pregunte a su médico qué revisiones necesita y si su familia debería hacerse la prueba."
        case .genotypeSevere:
            "Su genotipo es {genotype}: las dos copias de su gen de AAT están alteradas, y por eso la sangre contiene muy poca AAT. Esto puede dañar los pulmones y, en algunas personas, el hígado. No fumar es la protección más importante. Pregunte a su médico por un especialista en deficiencia de AAT y si su familia debería hacerse la prueba."
        case .genotypeRare:
            "Su genotipo es {genotype}, que es poco frecuente. Pregunte a su médico o a un asesor genético qué significa para usted y su familia."
        case .phenotype:
            "Su fenotipo es {phenotype}: son las formas de AAT que la prueba encontró en su sangre. Un gen que no produce AAT no se ve en ella. Pregunte a su médico si necesita una prueba genética."
        case .acutePhase:
            "Su PCR (proteína C reactiva) estaba elevada, lo que es señal de inflamación. La inflamación eleva la AAT, así que su nivel habitual puede ser más bajo. Pregunte a su médico si conviene repetir la prueba cuando esté bien."
        case .preliminary: "Este resultado es provisional: el laboratorio todavía puede cambiarlo."
        case .corrected: "El laboratorio corrigió este resultado. No use un valor anterior."
        case .unverified:
            "Este resultado aún no está verificado. No cambie un tratamiento por él hasta que su médico o el laboratorio lo hayan confirmado."
        case .withdrawn:
            "El laboratorio retiró este resultado porque no es válido. No lo tenga en cuenta. Pregunte a su médico si conviene repetir la prueba."
        case .closing:
            "Este texto explica un resultado. No sustituye el consejo de su médico, que conoce su historia clínica."
        }
    }
}
