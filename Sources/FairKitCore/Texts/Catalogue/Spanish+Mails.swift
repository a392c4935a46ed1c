/// Mails about accounts and records, in Spanish.
extension Spanish {
    static func mail(_ kind: MailKind) -> (subject: String, body: String) {
        switch kind {
        case .confirmation:
            (
                "Confirme su dirección de correo para {sender}",
                """
                Este correo es de {sender}. Lo recibe porque esta dirección se introdujo
                allí para crear una cuenta.

                Para confirmar la dirección y crear la cuenta, abra este enlace en las
                próximas 24 horas:

                {link}

                Si usted no pidió una cuenta, ignore este correo: no se creará ninguna. No
                reenvíe el enlace.

                """
            )
        case .reset:
            (
                "Elija una contraseña nueva para {sender}",
                """
                Este correo es de {sender}. Lo recibe porque se pidió una contraseña nueva
                para su cuenta.

                Para elegir la contraseña nueva, abra este enlace en las próximas 24
                horas:

                {link}

                Si usted no la pidió, ignore este correo: su contraseña no cambia. No
                reenvíe el enlace: da acceso a su cuenta.

                """
            )
        case .invitation:
            (
                "{sender} le invita a crear una cuenta",
                """
                Este correo es de {sender}. Lo recibe porque un administrador le invita a
                crear allí una cuenta.

                Para aceptar, abra este enlace en un plazo de 7 días y elija una
                contraseña:

                {link}

                Si no esperaba una invitación, ignore este correo: no se creará ninguna
                cuenta. No reenvíe el enlace.

                """
            )
        case .test:
            (
                "Mensaje de prueba de {sender}",
                """
                Este correo es de {sender}. Un operador del servidor lo envió para
                comprobar si llega el correo.

                Ha llegado. Usted no tiene que hacer nada.

                """
            )
        case .erasure:
            (
                "Se borrará un expediente en {sender}",
                """
                Este correo es de {sender}. Un usuario que había iniciado sesión pidió
                borrar un expediente: el perfil con sus kits, resultados, alertas y
                cuentas. El borrado no se puede deshacer.

                {facts}

                Si es correcto, no tiene que hacer nada.

                Si no es correcto, cancélelo antes de ese día: inicie sesión y cancele el
                borrado, o pida a {sender} que lo cancele. Después cambie su contraseña.

                Reciben este mensaje la persona y todos los administradores. Los
                administradores ven en el registro de auditoría de quién es el expediente.

                """
            )
        case .erasureCancelled:
            (
                "Se conserva un expediente en {sender}",
                """
                Este correo es de {sender}. El borrado de un expediente se canceló. El
                expediente se conserva tal como está.

                {facts}

                Si no es correcto, contacte con {sender}.

                Reciben este mensaje la persona y todos los administradores.

                """
            )
        case .guessing:
            (
                "Muchas contraseñas erróneas para su cuenta en {sender}",
                """
                Este correo es de {sender}. Hoy fallaron muchos inicios de sesión en su
                cuenta. Venían de lugares desde los que usted no había iniciado sesión
                antes, y la contraseña fue errónea cada vez. Por ahora se rechazan los
                inicios de sesión desde esos lugares:

                {facts}

                Usted aún puede iniciar sesión desde un lugar donde ya lo haya hecho
                antes. También puede elegir una contraseña nueva por correo.

                Si las contraseñas erróneas eran suyas, no tiene que hacer nada.

                Si no eran suyas, asegúrese de no usar esta contraseña en ningún otro
                sitio y active la verificación en dos pasos.

                """
            )
        case .alertingChanged:
            (
                "Cambió cómo llegan las alertas en {sender}",
                """
                Este correo es de {sender}. Se cambió un ajuste que decide cuándo se genera
                una alerta o a quién avisa.

                {facts}

                Si es correcto, no tiene que hacer nada.

                Si no es correcto, restablézcalo de inmediato y averigüe quién lo cambió: el
                registro de auditoría tiene la entrada.

                Todos los administradores reciben este mensaje.

                """
            )
        case .keyPrepared:
            (
                "Una clave de API de {sender} espera su aprobación",
                """
                Este correo es de {sender}. Un administrador pidió una clave de API para un
                programa. Solo funciona cuando otro administrador la aprueba.

                {facts}

                Si la conoce y es correcta, inicie sesión y apruébela en un plazo de 7 días,
                o deje que la apruebe el operador del servidor.

                Si no es correcta, retírela y pregunte quién la pidió.

                Reciben este mensaje todos los demás administradores.

                """
            )
        case .accountPrepared:
            (
                "Se prepara una cuenta nueva en {sender}",
                """
                Este correo es de {sender}. Un administrador preparó una cuenta. La cuenta
                da acceso a expedientes de otras personas, a un expediente que ya tiene una
                cuenta, o a uno que no tiene la dirección de esta.

                {facts}

                Si es correcto, no tiene que hacer nada.

                Si no es correcto, contacte con {sender} de inmediato. Mientras no se cree
                la cuenta, cualquier administrador puede revocar la invitación.

                Reciben este mensaje todos los administradores y también la persona cuyo
                expediente abre la cuenta.

                """
            )
        case .accountMade:
            (
                "Otra cuenta para su expediente en {sender}",
                """
                Este correo es de {sender}. Se creó otra cuenta. Ve el mismo expediente
                que su cuenta.

                {facts}

                Si es correcto, no tiene que hacer nada.

                Si no es correcto, contacte con {sender} de inmediato. Cualquier
                administrador puede suspender la cuenta.

                """
            )
        case .emailChange:
            (
                "Confirme su nueva dirección de correo para {sender}",
                """
                Este correo es de {sender}. Lo recibe porque esta dirección se introdujo
                como la nueva dirección de una cuenta.

                Para confirmarla, abra este enlace en las próximas 24 horas. A partir de
                entonces, iniciará sesión con esta dirección:

                {link}

                Si usted no lo pidió, ignore este correo: nada cambia. No reenvíe el
                enlace.

                """
            )
        case .emailChangeAsked:
            (
                "Va a cambiar su dirección de correo en {sender}",
                """
                Este correo es de {sender}. Un usuario que había iniciado sesión y conoce
                su contraseña pidió cambiar la dirección de correo de su cuenta. El cambio
                se hará efectivo cuando esa persona abra el enlace que se envió a la nueva
                dirección.

                {facts}

                Si fue usted, no tiene que hacer nada.

                Si no fue usted, elija una contraseña nueva de inmediato. Entonces el
                enlace dejará de funcionar.

                """
            )
        case .emailChanged:
            (
                "Se cambió su dirección de correo en {sender}",
                """
                Este correo es de {sender}. Se cambió la dirección de correo de su cuenta.
                Ahora inicia sesión con la nueva dirección, y esta ya no recibirá más
                correos.

                {facts}

                Si fue usted, no tiene que hacer nada.

                Si no fue usted, contacte con {sender} de inmediato. Cualquier
                administrador puede suspender la cuenta.

                """
            )
        case .shared:
            (
                "Una persona comparte con usted un expediente en {sender}",
                """
                Este correo es de {sender}. Lo recibe porque una persona comparte con
                usted su expediente e introdujo esta dirección.

                {facts}

                Para leerlo, inicie sesión con esta dirección y abra la lista de expedientes
                que se comparten con usted. Esta página dice cómo iniciar sesión:

                {link}

                Si no tiene allí una cuenta, pida una a {sender} con esta dirección. Si no
                conoce a esta persona, ignore este correo.

                """
            )
        case .breakGlass:
            (
                "Se abrió un expediente en {sender} por una emergencia",
                """
                Este correo es de {sender}. Un profesional clínico abrió el expediente de
                una persona a la que no atiende, e indicó un motivo. El acceso termina por
                sí solo.

                {facts}

                Revise si el acceso estaba justificado y registre su revisión: inicie
                sesión y abra la lista de accesos de emergencia. Muestra de quién era el
                expediente y el motivo. El registro de auditoría marca lo que se leyó. Si no
                tiene una aplicación que los muestre, pregunte al operador del servidor.

                Reciben este mensaje todos los administradores.

                """
            )
        }
    }

    static let mailFacts = [
        "name": "nombre", "opened": "abierto", "closes": "se cierra", "at": "fecha", "made": "creada",
        "until": "hasta", "from": "de", "asked for": "pedido", "asked by": "pedido por", "erased on": "se borra",
        "cancelled": "cancelado", "role": "función", "invited by": "invitada por", "state": "estado",
        "the server's machine": "el servidor", "the person": "la persona",
        "changed": "cambio", "before": "antes", "after": "después", "changed by": "lo hizo",
        "key": "clave", "rights": "derechos", "requested by": "pedida por",
        "all of the role": "todos los de la función",
        "awaits approval by another administrator": "espera la aprobación de otro administrador", "sent": "enviada",
        "patient": "paciente", "laboratory": "laboratorio", "clinician": "profesional clínico",
        "coordinator": "coordinador", "administrator": "administrador",
    ]
}
