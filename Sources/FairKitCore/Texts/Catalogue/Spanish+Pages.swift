extension Spanish {
    static let pages = """
        needs script: Esta página necesita JavaScript. Actívelo, o abra el enlace en otro navegador.
        email: Su dirección de correo
        empty: Hay campos vacíos.
        fill: Rellene este campo.
        correct: Corrija los campos marcados.
        unreachable: No se puede contactar con el servidor. Sus datos siguen aquí: inténtelo de nuevo en un momento.
        reload: No se puede contactar con el servidor. Vuelva a cargar esta página en un momento.
        incomplete: Este enlace está incompleto
        account: Su cuenta
        about you: Sobre usted
        given name: Nombre
        family name: Apellidos
        birth date: Fecha de nacimiento
        consent: Su consentimiento
        optional: Todo es opcional. Puede cambiarlo en cualquier momento.
        consent clinicians: Los profesionales clínicos que me atienden pueden ver mis resultados
        consent research: Se me puede invitar a estudios
        consent partners: Se me puede contar, sin mi nombre, en estadísticas para los socios del programa
        new password: Contraseña nueva
        password rule: Al menos 12 caracteres. Varias palabras sin relación forman una buena contraseña.
        show password: Mostrar la contraseña
        new link: Enviar un enlace nuevo
        dead: Este enlace ya no funciona
        checking: Comprobando el enlace …
        copy: Ábralo desde el correo, o copie el enlace completo.
        copy message: Ábralo desde el mensaje, o copie el enlace completo.
        ask here: También puede pedir un enlace nuevo aquí.
        mailed: Revise su correo
        mailed lead: Si se puede usar esta dirección, hay un correo en camino. Revise también la carpeta de correo no deseado.
        mailed steps: Abra el enlace del correo nuevo en las próximas 24 horas. | Si hay varios correos, use el más reciente.
        confirmation title: Su cuenta en {name}
        confirmation action: Crear mi cuenta
        confirmation done: Su cuenta está lista
        confirmation doneLead: Ya puede iniciar sesión.
        invitation title: Su cuenta en {name}
        invitation action: Crear mi cuenta
        invitation done: Su cuenta está lista
        invitation doneLead: Ya puede iniciar sesión.
        confirmation fresh: Su cuenta
        confirmation lead: Este enlace confirma su dirección de correo. Díganos quién es y elija una contraseña.
        confirmation steps: Abra la aplicación o el sitio web donde se registró. | Inicie sesión con su dirección de correo y su contraseña nueva. | Después registre su kit: tome una foto de su código de barras.
        confirmation dead: Si ya confirmó esta dirección, su cuenta está lista: inicie sesión. Si no, pida aquí un enlace nuevo.
        invitation fresh: Su invitación
        invitation lead: Se le invita a crear una cuenta. Elija una contraseña para aceptar.
        invitation steps: Abra la aplicación o el sitio web de su organización. | Inicie sesión con su dirección de correo y su contraseña nueva. | Algunas funciones necesitan además un código de un solo uso de una aplicación de autenticación. Se configura al iniciar sesión por primera vez.
        invitation dead: Si ya aceptó esta invitación, su cuenta está lista: inicie sesión. Si no, pida una invitación nueva a la persona que le invitó.
        email-change title: Su nueva dirección de correo
        email-change fresh: Su nueva dirección de correo
        email-change lead: Confirme esta dirección para iniciar sesión con ella a partir de ahora.
        email-change action: Confirmar esta dirección
        email-change done: Su nueva dirección está confirmada
        email-change doneLead: A partir de ahora inicia sesión con ella.
        email-change steps: Su sesión sigue abierta en sus dispositivos.
        email-change dead: Si ya confirmó esta dirección, inicie sesión con ella. Si no, inicie sesión con la dirección anterior y pida el cambio otra vez.
        reset title: Elija una contraseña nueva para {name}
        reset fresh: Elija una contraseña nueva
        reset lead: La contraseña nueva cierra su sesión en todos los dispositivos.
        reset action: Guardar la contraseña
        reset done: Su contraseña ha cambiado
        reset doneLead: Su sesión está cerrada en todos los dispositivos.
        reset steps: Abra la aplicación o el sitio web e inicie sesión con la contraseña nueva.
        reset dead: Si ya usó este enlace, inicie sesión con la contraseña que eligió. Si no, pida aquí un enlace nuevo.
        sign-in title: Inicie sesión para leer sus mensajes
        sign-in lead: El contenido del mensaje se muestra después de iniciar sesión.
        sign-in steps: Si tiene una cuenta, abra la aplicación o el sitio web donde se registró e inicie sesión. | Si no la tiene, pida una invitación a la organización que le escribió. El enlace que contiene crea su cuenta. | Si el mensaje dice que contacte con su médico, hágalo primero.
        alert: Alerta
        alert lead: Inicie sesión para leerla. Abrir esta página no confirma nada.
        password: Su contraseña
        sign in: Iniciar sesión
        code: El código de su aplicación
        code hint: Seis cifras, o uno de sus códigos de respaldo.
        six digits: Seis cifras.
        go on: Continuar
        one more: Un paso más.
        set up: Configure su segundo factor
        set up lead: Su cuenta necesita un código de una aplicación de autenticación en cada inicio de sesión. Se tarda un minuto. La alerta viene justo después.
        qr: Código QR de la clave de abajo
        scan: Escanee el código con su aplicación de autenticación, o
        open app: abra la aplicación en este teléfono
        type secret: También puede escribir en ella esta clave:
        first code: El código que la aplicación muestra ahora
        keep codes: Guarde sus códigos de respaldo
        keep codes lead: Cada uno sustituye un código si pierde su teléfono. Solo se muestran ahora: anótelos o imprima esta página.
        kept: Los he guardado: mostrar la alerta
        too long: Pasaron más de cinco minutos. Inicie sesión otra vez para leerla.
        critical: Alerta crítica
        withdrawn: Resultado anulado
        corrected: Resultado corregido
        not shown: No se puede mostrar esta alerta
        not shown lead: No existe, o la cerró otra persona del equipo, o usted no puede verla.
        level: Nivel
        no level: Ninguno: el laboratorio lo anuló
        corrected level: Nivel corregido
        level and range: {level} (normal: {range})
        level before: Nivel anterior
        reason: Motivo
        why: Por qué
        verify: Verificar
        not verified: Aún no está verificado: confírmelo antes de actuar.
        patient: Paciente
        not in care: Usted no atiende a esta persona
        not registered: Desconocido: el kit no está registrado
        phone: Teléfono
        kit: Kit
        result: Resultado
        comment: Comentario del laboratorio
        crp: PCR
        sample taken: Toma de la muestra
        order number: Número de pedido
        raised: Emitida
        withdrawn lead: El laboratorio anuló este resultado. No actúe según su nivel. Avise a quienes actúan según él y después confirme que lo sabe.
        corrected lead: El nivel se corrigió: no actúe según el anterior.
        open lead: Ningún profesional clínico la ha confirmado aún. Léala, llame y después repita los datos.
        acknowledged lead: Está confirmada. Registre el desenlace cuando lo sepa.
        resolved lead: Está resuelta. No tiene que hacer nada.
        retracted lead: El laboratorio corrigió el resultado. No actúe según este nivel.
        have read: He leído esto: repetir los datos
        have read withdrawal: He leído esto: confirmar
        read back: Repita los datos
        confirm withdrawal: Confirme la anulación
        repeat level: Repita el nivel y dos identificadores, tal como los dijo o los anotó. El servidor los compara con el expediente.
        repeat identifiers: Repita dos identificadores del paciente o de la muestra. No hay nivel que repetir.
        a number: Un número, por ejemplo 820.
        unit: Unidad
        choose: Elija
        two identifiers: Dos identificadores o más
        kit code: Código del kit
        reference: Número del resultado en el laboratorio
        reached: ¿A quién localizó?
        patient by phone: Al paciente, por teléfono
        patient in person: Al paciente, en persona
        colleague by phone: A otra persona del equipo, por teléfono
        colleague in person: A otra persona del equipo, en persona
        no other person: A nadie todavía: actúo yo
        note: Nota (opcional)
        acknowledge: Confirmar esta alerta
        show again: Mostrar la alerta otra vez
        acknowledged: La alerta está confirmada
        acknowledged done: No se avisa a nadie más. Registre el desenlace cuando lo sepa.
        outcome: ¿Cuál fue el desenlace?
        patient reached: Se localizó al paciente
        patient treated: El paciente recibe tratamiento
        repeat ordered: Se pidió repetir la prueba
        false alarm: Una falsa alarma
        patient unreachable: No se puede localizar al paciente
        patient died: El paciente ha fallecido
        other outcome: Otro
        record outcome: Registrar el desenlace
        resolved: La alerta está resuelta
        close page: Puede cerrar esta página.
        shared: Resultados compartidos
        shared lead: Una persona comparte con usted resultados de un análisis de sangre. Introduzca el PIN que le dio.
        pin: PIN
        pin hint: De seis a doce cifras. Después de cinco PIN erróneos, el enlace termina.
        show results: Mostrar los resultados
        more results: Mostrar más resultados
        shared title: Resultados de {name}
        shared until: Puede abrirlos hasta el {date}.
        no results: Aún no hay resultados.
        test date: Fecha de la prueba
        range: Intervalo de referencia
        interpretation: Interpretación
        genotype: Genotipo
        phenotype: Fenotipo
        laboratory interpretation: Interpretación del laboratorio
        laboratory: Laboratorio
        status: Estado
        for a doctor: Un resultado debe explicarlo un médico.
        privacy notice: Aviso de privacidad de {name}
        problem rate-limited: Demasiados intentos. Inténtelo de nuevo en un momento.
        problem sign-ins-busy: Demasiados intentos. Inténtelo de nuevo en un momento.
        problem sign-in-failed: La dirección de correo o la contraseña no es correcta.
        problem sign-in-locked: Fallaron demasiados inicios de sesión. Inténtelo más tarde, o elija una contraseña nueva por correo.
        problem code-wrong: Este código no es correcto o ya se usó. Espere el código siguiente, o use un código de respaldo.
        problem account-suspended: Esta cuenta está suspendida. Pregunte a su administrador.
        problem registration-closed: Las cuentas se crean solo por invitación. Pregunte a la organización que le dio el kit.
        problem read-back-mismatch: Los datos difieren del expediente. Mire la alerta otra vez y repita su nivel e identificadores.
        fault read-back-mismatch: difiere del expediente
        problem too-many-read-backs: Demasiadas repeticiones erróneas. Espere, o deje que confirme otro profesional clínico.
        problem alert-ended: Esta alerta ya terminó y no se puede cambiar.
        problem not-acknowledged: Primero hay que confirmar la alerta: repita su nivel.
        problem share-unknown: El enlace o el PIN no es correcto, o el enlace ha terminado. Pregunte a la persona que lo envió.
        problem store-unavailable: El servidor no está disponible ahora. Inténtelo de nuevo en un momento.
        fault /password: Elija otra contraseña: al menos 12 caracteres, por ejemplo varias palabras sin relación.
        fault /email: Una dirección como nombre@example.org.
        fault /profile/birthDate: Una fecha de nacimiento válida.
        fault /profile/name/given: De 1 a 100 caracteres.
        fault /profile/name/family: De 1 a 100 caracteres.
        """
}
