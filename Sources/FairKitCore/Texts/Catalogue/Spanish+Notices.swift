extension Spanish {
    /// The texts of notices. See `docs/texts.md` for the rules.
    static func words(_ kind: NoticeKind) -> NoticeWords {
        switch kind {
        case .alertPatient:
            NoticeWords(
                title: "⚠️ Alerta de nivel de AAT",
                plain: "Hay un resultado urgente para usted. Contacte con su médico hoy.",
                full: "Su nivel de AAT es {times} veces el normal ({level}). Contacte con su médico hoy.",
                action: "Llame hoy a su médico o a su clínica y muéstreles este mensaje.")
        case .alertLowPatient:
            NoticeWords(
                title: "Nivel de AAT muy bajo",
                plain: "Hay un resultado que su médico debería explicarle.",
                full: "Su nivel de AAT es muy bajo ({level}). Pregunte a su médico qué significa.",
                action: "Pida una cita con su médico y muéstrele este mensaje.")
        case .alertStaff:
            NoticeWords(
                title: "Alerta crítica de AAT",
                plain:
                    "Un paciente tiene un resultado crítico de AAT.[{unverified} Aún no está verificado.] Léalo, contacte con el paciente y confirme la alerta[ (hora límite: {deadline})].",
                full:
                    "[Paciente: {patientName}. ][Nacimiento: {birthDate}. ][Kit: {kitCode}. ]AAT: {level}[, normal {range}].[{unverified} Aún no está verificado.][ Teléfono: {phone}.] Contacte con el paciente y confirme la alerta[ (hora límite: {deadline})].",
                action:
                    "Inicie sesión, lea el resultado, contacte con el paciente y confirme la alerta con el valor y dos datos que identifiquen al paciente. Hasta que un profesional clínico la confirme, la alerta se envía a más personas.",
                short: "Alerta crítica de AAT.[{unverified} Aún sin verificar.] Confírmela[ (hora límite: {deadline})]."
            )
        case .alertLowStaff:
            NoticeWords(
                title: "Nivel de AAT muy bajo",
                plain:
                    "Un paciente tiene un nivel de AAT muy bajo.[{unverified} Aún no está verificado.] Léalo y explique al paciente qué significa.",
                full:
                    "[Paciente: {patientName}. ][Nacimiento: {birthDate}. ]AAT muy baja: {level}[, normal {range}][, antes: {earlierLevel}].[ Motivo: {reason}.][{unverified} Aún no está verificado.][ Teléfono: {phone}.] Explique al paciente qué significa.",
                action: "Inicie sesión, lea el resultado y anote cómo terminó la alerta. Entonces se cierra.",
                short: "Un paciente tiene un nivel de AAT muy bajo.[{unverified} Aún sin verificar.] Léalo.")
        case .alertVerifyStaff:
            NoticeWords(
                title: "Hay que verificar un resultado de AAT",
                plain:
                    "Hay que verificar un resultado de AAT antes de que nadie actúe según él. Léalo y verifíquelo, o pregunte al laboratorio.",
                full:
                    "[Paciente: {patientName}. ][Nacimiento: {birthDate}. ]AAT: {level}[, normal {range}][, antes: {earlierLevel}].[ Motivo: {reason}.] Hay que verificarla antes de que nadie actúe según ella.",
                action: "Inicie sesión, lea por qué se duda del nivel y verifíquelo, o pregunte al laboratorio.",
                short: "Hay que verificar un resultado de AAT antes de actuar según él. Léalo.")
        case .alertCorrectedPatient:
            NoticeWords(
                title: "Se corrigió su resultado",
                plain:
                    "El laboratorio corrigió un resultado del que le informamos. Pregunte[{critical} hoy] a su médico qué significa.",
                full:
                    "El laboratorio corrigió su nivel de AAT. Es de {level}[, normal {range}]. Pregunte[{critical} hoy] a su médico qué significa.",
                action: "No tenga en cuenta el nivel anterior. Inicie sesión para leer el resultado corregido.")
        case .alertCorrectedStaff:
            NoticeWords(
                title: "Resultado de AAT corregido[{critical}: nivel crítico]",
                plain:
                    "Se corrigió un resultado de AAT que causó una alerta. No actúe según el valor anterior.[{critical} El nivel corregido es crítico: contacte con el paciente.] Lea la corrección y confírmela[ (hora límite: {deadline})].",
                full:
                    "[Paciente: {patientName}. ][Nacimiento: {birthDate}. ][Kit: {kitCode}. ]AAT corregida: {level}[, normal {range}][, antes: {earlierLevel}].[ Motivo: {reason}.][{unverified} Aún no está verificado.][ Teléfono: {phone}.] No actúe según el valor anterior.[{critical} Contacte con el paciente.] Confirme la corrección[ (hora límite: {deadline})].",
                action:
                    "Inicie sesión, lea el resultado corregido, informe al paciente si conoce el valor anterior y confirme la corrección.",
                short:
                    "Se corrigió un resultado de AAT.[{critical} Es crítico.] No use el valor anterior. Confírmelo[ (hora límite: {deadline})]."
            )
        case .alertWithdrawnPatient:
            NoticeWords(
                title: "Se anuló su resultado",
                plain:
                    "El laboratorio anuló un resultado del que le informamos. Ese nivel no es válido. Pregunte a su médico qué hay que hacer ahora.",
                action: "No tenga en cuenta ese nivel. Si toma o hace algo por él, llame hoy a su médico.",
                short: "El laboratorio anuló un resultado del que le informamos. Pregunte a su médico qué hacer ahora.")
        case .alertWithdrawnStaff:
            NoticeWords(
                title: "Resultado de AAT anulado",
                plain:
                    "El laboratorio anuló un resultado de AAT que causó una alerta. Su nivel no es válido: no actúe según él. Avise a quien actúe según él y confirme que lo sabe[ (hora límite: {deadline})].",
                full:
                    "[Paciente: {patientName}. ][Nacimiento: {birthDate}. ][Kit: {kitCode}. ]El laboratorio anuló este resultado de AAT.[ Motivo: {reason}.] Su nivel no es válido: no actúe según él.[ Teléfono: {phone}.] Avise a quien actúe según él y confirme que lo sabe[ (hora límite: {deadline})].",
                action:
                    "Inicie sesión, diga al paciente y a sus colegas que el nivel no es válido y confirme la anulación con dos datos que identifiquen al paciente. No hay ningún nivel que repetir.",
                short:
                    "Se anuló un resultado de AAT. No use su nivel. Confirme que lo sabe[ (hora límite: {deadline})].")
        case .alertAcknowledgedStaff:
            NoticeWords(
                title: "Alerta de AAT confirmada",
                plain: "Un profesional clínico confirmó la alerta de AAT[ ({time})]. Usted no tiene que actuar.",
                full:
                    "{actorName} confirmó la alerta de AAT[ sobre {patientName}][ ({time})]. Usted no tiene que actuar.",
                action: "La alerta ya no se envía a más personas.")
        case .alertSettledStaff:
            NoticeWords(
                title: "Alerta de AAT resuelta",
                plain:
                    "El nivel de una alerta de AAT se verificó o ya no es dudoso[ ({time})]. Usted no tiene que actuar.",
                full:
                    "El nivel de la alerta de AAT[ sobre {patientName}] se verificó o ya no es dudoso[ ({time})]. Usted no tiene que actuar.",
                action: "La alerta ya no se envía a más personas.")
        case .alertUnreachable:
            NoticeWords(
                title: "Una alerta de AAT espera a un profesional clínico",
                plain:
                    "Ningún profesional clínico ha confirmado una alerta de AAT[{critical} por un nivel crítico]. Llame ahora a un profesional clínico y revise los medios de contacto y la política de escalamiento.",
                action: "Inicie sesión para ver los pasos de la alerta y a quién llegaron.",
                short:
                    "Una alerta de AAT[{critical} por un nivel crítico] espera. Llame ya a un profesional clínico y revise los pasos."
            )
        case .resultReady:
            NoticeWords(
                title: "Su resultado está listo",
                plain: "Su resultado está listo. Inicie sesión para leerlo.",
                full: "Su nivel de AAT es de {level}[, normal {range}]. Inicie sesión para leer el resultado completo.",
                action: "Si tiene preguntas sobre el resultado, consulte a su médico.")
        case .resultCorrected:
            NoticeWords(
                title: "Se corrigió su resultado",
                plain: "El laboratorio corrigió su resultado. Inicie sesión para leerlo.",
                full:
                    "El laboratorio corrigió su resultado. Su nivel de AAT es de {level}[, normal {range}].[ Motivo: {reason}.]",
                action: "A partir de ahora, use el resultado corregido. Si tiene preguntas, consulte a su médico.")
        case .kitRegistered:
            NoticeWords(
                title: "Su kit está registrado",
                plain: "Su kit está registrado. Envíe su muestra al laboratorio[ a más tardar el {date}].",
                full: "El kit {kitCode} está registrado. Envíe su muestra al laboratorio[ a más tardar el {date}].",
                action: "Las instrucciones del kit explican cómo tomar y enviar la muestra.")
        case .kitShipped:
            NoticeWords(
                title: "Su kit está en camino",
                plain: "Le enviamos un kit[ con {carrier}].[ Número de seguimiento: {tracking}.]",
                full: "Le enviamos el kit {kitCode}[ con {carrier}].[ Número de seguimiento: {tracking}.]",
                action: "Cuando llegue, regístrelo con una foto de su código de barras.")
        case .kitArrived:
            NoticeWords(
                title: "Su muestra ha llegado",
                plain:
                    "Su muestra llegó al laboratorio[ {laboratory}][ el {date}]. Le avisaremos cuando el resultado esté listo.",
                full:
                    "La muestra del kit {kitCode} llegó al laboratorio[ {laboratory}][ el {date}]. Le avisaremos cuando el resultado esté listo.",
                action: "No tiene que hacer nada.",
                short: "Su muestra llegó al laboratorio[ el {date}].")
        case .sampleDueSoon:
            NoticeWords(
                title: "Envíe pronto su muestra",
                plain:
                    "Envíe su muestra al laboratorio a más tardar el {date}. {days, plural, =0 {Hoy es el último día.} one {Queda # día.} many {Quedan # de días.} other {Quedan # días.}}",
                full:
                    "Envíe la muestra del kit {kitCode} al laboratorio a más tardar el {date}. {days, plural, =0 {Hoy es el último día.} one {Queda # día.} many {Quedan # de días.} other {Quedan # días.}}",
                action: "Si ya la envió, no tiene que hacer nada.",
                short:
                    "Envíe su muestra a más tardar el {date}. {days, plural, =0 {Hoy es el último día.} one {Queda # día.} many {Quedan # de días.} other {Quedan # días.}}"
            )
        case .sampleOverdue:
            NoticeWords(
                title: "Su muestra está atrasada",
                plain:
                    "Su muestra lleva {days, plural, one {# día} many {# de días} other {# días}} de retraso. Envíela hoy al laboratorio.[ Este es el recordatorio número {count}.]",
                full:
                    "La muestra del kit {kitCode} lleva {days, plural, one {# día} many {# de días} other {# días}} de retraso. Envíela hoy al laboratorio.[ Este es el recordatorio número {count}.]",
                action: "Si ya la envió, no tiene que hacer nada. Si necesita otro kit, pídalo a {sender}.",
                short:
                    "Su muestra lleva {days, plural, one {# día} many {# de días} other {# días}} de retraso. Envíela hoy al laboratorio."
            )
        case .sampleRejected:
            NoticeWords(
                title: "No se pudo analizar su muestra",
                plain:
                    "El laboratorio no pudo analizar su muestra. Inicie sesión para leer el motivo y qué hacer ahora.",
                full:
                    "El laboratorio no pudo analizar la muestra del kit {kitCode}.[ Motivo: {reason}.] Necesita otro kit.",
                action: "Pida otro kit a {sender}. Sus resultados anteriores no cambian.")
        case .nextTestDue:
            NoticeWords(
                title: "Se acerca su próximo análisis",
                plain:
                    "Le toca su próximo análisis {days, plural, =0 {hoy} one {en # día} many {en # de días} other {en # días}}[, el {date}].",
                action: "Si no tiene un kit, pídalo a {sender}.")
        case .article:
            NoticeWords(
                title: "Un artículo nuevo para usted", plain: "Hay un artículo nuevo para usted.",
                full: "Hay un artículo nuevo para usted: {topic}.", action: "Puede leerlo después de iniciar sesión.")
        case .studyInvitation:
            NoticeWords(
                title: "Invitación a un estudio",
                plain: "Le invitamos a participar en un estudio. La participación es voluntaria.",
                full: "Le invitamos a participar en un estudio: {topic}. La participación es voluntaria.",
                action: "Puede ignorar esta invitación. Su atención no cambia en ningún caso.")
        case .shareOpened:
            NoticeWords(
                title: "Se abrió el expediente que comparte",
                plain: "Una persona con quien comparte su expediente lo abrió[ el {date}][ ({time})].",
                full: "{actorName} abrió[ el {date}][ ({time})] el expediente que usted comparte.",
                action: "Si ya no quiere compartirlo, inicie sesión y revoque el acceso.")
        case .shareGiven:
            NoticeWords(
                title: "Comparten un expediente con usted",
                plain: "Una persona comparte su expediente con usted[ hasta el {date}].",
                full: "{actorName} comparte su expediente con usted[ hasta el {date}].",
                action:
                    "Inicie sesión para leerlo, en la lista de expedientes que se comparten con usted. Si no conoce a esta persona, no tiene que hacer nada."
            )
        case .recordReadInEmergency:
            NoticeWords(
                title: "Se abrió su expediente por una emergencia",
                plain:
                    "Un profesional clínico que no le atiende habitualmente abrió su expediente por una emergencia[ el {date}][ ({time})].",
                full:
                    "{actorName}, que no le atiende habitualmente, abrió su expediente por una emergencia[ el {date}][ ({time})].[ Motivo: {reason}.]",
                action: "Un administrador revisa cada acceso de este tipo. Si tiene preguntas, contacte con {sender}.",
                short: "Un clínico abrió su expediente por una emergencia[ el {date}][ ({time})].")
        case .newPlaceSignIn:
            NoticeWords(
                title: "Inicio de sesión desde un lugar nuevo",
                plain:
                    "Se inició sesión en su cuenta desde un lugar nuevo[ ({place})][ el {date}][ ({time})]. Si no fue usted, elija una contraseña nueva ahora.",
                action: "Si fue usted, no tiene que hacer nada.",
                short: "Sesión iniciada desde un lugar nuevo[ ({time})]. Si no fue usted, cambie su contraseña.")
        case .contactVerification:
            NoticeWords(
                title: "Su código",
                plain: "Su código es {code}. Es válido durante 15 minutos. No lo comparta con otras personas.",
                action: "Si no pidió un código, ignore este mensaje.")
        case .contactDisabled:
            NoticeWords(
                title: "Falló uno de sus medios de contacto",
                plain:
                    "No pudimos entregarle nuestros mensajes[ por {channel}] y dejamos de enviarlos. Inicie sesión para corregir sus datos de contacto.",
                action: "Hasta entonces usaremos sus otros datos de contacto.",
                short: "Fallaron nuestros mensajes[ por {channel}]. Corrija sus datos de contacto.")
        case .contactAdded:
            NoticeWords(
                title: "Un nuevo medio de contacto",
                plain:
                    "Se añadió a su cuenta un medio de contacto[ por {channel}][ el {date}][ ({time})]. Si no fue usted, inicie sesión, elimínelo y elija una contraseña nueva.",
                action: "Si fue usted, no tiene que hacer nada.",
                short: "Se añadió un medio de contacto[ por {channel}]. Si no fue usted, cambie su contraseña.")
        case .contactRemoved:
            NoticeWords(
                title: "Se eliminó un medio de contacto",
                plain:
                    "Se eliminó de su cuenta un medio de contacto[ por {channel}][ el {date}][ ({time})]. Si no fue usted, inicie sesión, añádalo de nuevo y elija una contraseña nueva.",
                action: "Si fue usted, no tiene que hacer nada.",
                short: "Se eliminó un medio de contacto[ por {channel}]. Si no fue usted, cambie su contraseña.")
        case .credentialsChanged:
            NoticeWords(
                title: "Cambió su inicio de sesión",
                plain:
                    "Se cambió su contraseña, su segundo factor o sus códigos de respaldo[ el {date}][ ({time})]. Si no fue usted, elija ahora una contraseña nueva.",
                action: "Si fue usted, no tiene que hacer nada.",
                short: "Se cambió su contraseña o su segundo factor. Si no fue usted, cambie su contraseña.")
        case .calendarOpened:
            NoticeWords(
                title: "Se abrió un enlace de calendario",
                plain:
                    "Se abrió un enlace privado de calendario con su cuenta[ el {date}][ ({time})]. Quien lo tenga ve las fechas. Si no fue usted, inicie sesión, ciérrelo y elija una contraseña nueva.",
                action: "Si fue usted, no tiene que hacer nada.",
                short: "Se abrió un enlace de calendario con su cuenta. Si no fue usted, cambie su contraseña.")
        case .teamContactDisabled:
            NoticeWords(
                title: "Falló un medio de contacto de un equipo",
                plain:
                    "No pudimos entregar los mensajes al equipo[ {team}][ por {channel}] y dejamos de enviarlos. Configure de nuevo el medio de contacto del equipo.",
                action:
                    "Hasta entonces, los avisos van a los miembros del equipo y a sus otros medios de contacto.",
                short: "Fallaron los mensajes al equipo[ {team}][ por {channel}]. Configure de nuevo su contacto.")
        case .test:
            NoticeWords(
                title: "Mensaje de prueba", plain: "Este es un mensaje de prueba. Ha llegado.",
                action: "No tiene que hacer nada.")
        }
    }
}
