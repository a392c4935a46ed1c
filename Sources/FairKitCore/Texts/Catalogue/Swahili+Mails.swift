/// Mails about accounts and records, in Swahili.
extension Swahili {
    static func mail(_ kind: MailKind) -> (subject: String, body: String) {
        switch kind {
        case .confirmation:
            (
                "Thibitisha anwani yako ya barua pepe kwa {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Umeipokea kwa sababu anwani hii
                iliandikwa huko ili kufungua akaunti.

                Ili kuthibitisha anwani na kufungua akaunti, fungua kiungo hiki ndani ya
                saa 24:

                {link}

                Ikiwa hukuomba akaunti, puuza barua pepe hii: hakuna akaunti
                itakayofunguliwa. Usimtumie mtu mwingine kiungo hiki.

                """
            )
        case .reset:
            (
                "Chagua nenosiri jipya la {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Umeipokea kwa sababu nenosiri jipya
                liliombwa kwa akaunti yako.

                Ili kuchagua nenosiri jipya, fungua kiungo hiki ndani ya saa 24:

                {link}

                Ikiwa hukuliomba, puuza barua pepe hii: nenosiri lako halibadiliki.
                Usimtumie mtu mwingine kiungo hiki: kinafungua akaunti yako.

                """
            )
        case .invitation:
            (
                "{sender} inakualika ufungue akaunti",
                """
                Barua pepe hii imetoka kwa {sender}. Umeipokea kwa sababu msimamizi wa
                huko anakualika ufungue akaunti.

                Ili kukubali, fungua kiungo hiki ndani ya siku 7 na uchague nenosiri:

                {link}

                Ikiwa hukutarajia mwaliko, puuza barua pepe hii: hakuna akaunti
                itakayofunguliwa. Usimtumie mtu mwingine kiungo hiki.

                """
            )
        case .test:
            (
                "Ujumbe wa majaribio kutoka kwa {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Mwendeshaji wa seva ameituma ili
                kuona kama barua pepe zinafika.

                Imefika. Huhitaji kufanya chochote.

                """
            )
        case .erasure:
            (
                "Rekodi iliyoko {sender} itafutwa",
                """
                Barua pepe hii imetoka kwa {sender}. Mtumiaji aliyeingia kwenye akaunti
                ameomba rekodi ifutwe: wasifu pamoja na vifaa vyake, matokeo, tahadhari na
                akaunti. Ikifutwa haiwezi kurudishwa.

                {facts}

                Ikiwa ni sahihi, huhitaji kufanya chochote.

                Ikiwa si sahihi, ghairi kabla ya siku hiyo: ingia kwenye akaunti yako
                ughairi ufutaji, au uiombe {sender} ighairi. Kisha badilisha nenosiri lako.

                Mhusika na kila msimamizi wanapokea ujumbe huu. Wasimamizi wanaona katika
                kumbukumbu za ukaguzi rekodi ni ya nani.

                """
            )
        case .erasureCancelled:
            (
                "Rekodi iliyoko {sender} imehifadhiwa",
                """
                Barua pepe hii imetoka kwa {sender}. Ufutaji wa rekodi umeghairiwa. Rekodi
                inabaki kama ilivyo.

                {facts}

                Ikiwa si sahihi, wasiliana na {sender}.

                Mhusika na kila msimamizi wanapokea ujumbe huu.

                """
            )
        case .guessing:
            (
                "Manenosiri mengi yasiyo sahihi kwa akaunti yako ya {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Leo majaribio mengi ya kuingia kwenye
                akaunti yako yameshindikana. Yalitoka mahali ambapo hujawahi kuingilia, na
                kila mara nenosiri halikuwa sahihi. Kwa sasa majaribio kutoka mahali kama
                hapo yanakataliwa:

                {facts}

                Bado unaweza kuingia kutoka mahali ulipowahi kuingilia. Unaweza pia
                kuchagua nenosiri jipya kwa barua pepe.

                Ikiwa manenosiri hayo yasiyo sahihi yalikuwa yako, huhitaji kufanya
                chochote.

                Ikiwa hayakuwa yako, hakikisha kwamba hutumii nenosiri hili mahali pengine
                popote, na uwashe uthibitishaji wa hatua mbili.

                """
            )
        case .alertingChanged:
            (
                "Jinsi tahadhari zinavyowafikia watu {sender} imebadilishwa",
                """
                Barua pepe hii imetoka kwa {sender}. Mpangilio unaoamua tahadhari inatolewa
                lini, au inamfikia nani, umebadilishwa.

                {facts}

                Ikiwa ni sahihi, huhitaji kufanya chochote.

                Ikiwa si sahihi, urudishe mara moja, na utafute aliyeubadilisha: kumbukumbu
                za ukaguzi zina ingizo hilo.

                Kila msimamizi anapokea ujumbe huu.

                """
            )
        case .keyPrepared:
            (
                "Ufunguo wa API wa {sender} unasubiri idhini yako",
                """
                Barua pepe hii imetoka kwa {sender}. Msimamizi ameomba ufunguo wa API kwa
                ajili ya programu. Unafanya kazi baada tu ya msimamizi mwingine kuuidhinisha.

                {facts}

                Ikiwa unaujua na ni sahihi, ingia kwenye akaunti yako uuidhinishe ndani ya
                siku 7, au mwendeshaji wa seva auidhinishe.

                Ikiwa si sahihi, uondoe, na uulize aliyeuomba.

                Wasimamizi wengine wote wanapokea ujumbe huu.

                """
            )
        case .accountPrepared:
            (
                "Akaunti mpya ya {sender} imeandaliwa",
                """
                Barua pepe hii imetoka kwa {sender}. Msimamizi ameandaa akaunti. Akaunti
                hiyo inatoa ruhusa ya kuona rekodi za watu wengine, au rekodi ambayo tayari
                ina akaunti, au rekodi ambayo haina anwani ya akaunti hii.

                {facts}

                Ikiwa ni sahihi, huhitaji kufanya chochote.

                Ikiwa si sahihi, wasiliana na {sender} mara moja. Kabla akaunti
                haijafunguliwa, msimamizi yeyote anaweza kuondoa mwaliko.

                Kila msimamizi anapokea ujumbe huu, na pia mtu ambaye rekodi yake
                inafunguliwa na akaunti hiyo.

                """
            )
        case .accountMade:
            (
                "Akaunti nyingine ya rekodi yako iliyoko {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Akaunti nyingine imefunguliwa. Inaona
                rekodi ileile ambayo akaunti yako inaona.

                {facts}

                Ikiwa ni sahihi, huhitaji kufanya chochote.

                Ikiwa si sahihi, wasiliana na {sender} mara moja. Msimamizi yeyote anaweza
                kusimamisha akaunti hiyo.

                """
            )
        case .emailChange:
            (
                "Thibitisha anwani yako mpya ya barua pepe kwa {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Umeipokea kwa sababu anwani hii
                iliandikwa kuwa anwani mpya ya akaunti.

                Ili kuithibitisha, fungua kiungo hiki ndani ya saa 24. Kuanzia hapo,
                utaingia kwa kutumia anwani hii:

                {link}

                Ikiwa hukuomba hili, puuza barua pepe hii: hakuna kitakachobadilika.
                Usimtumie mtu mwingine kiungo hiki.

                """
            )
        case .emailChangeAsked:
            (
                "Anwani yako ya barua pepe ya {sender} itabadilishwa",
                """
                Barua pepe hii imetoka kwa {sender}. Mtumiaji aliyeingia na anayejua
                nenosiri lako ameomba kubadilisha anwani ya barua pepe ya akaunti yako.
                Mabadiliko yatafanyika atakapofungua kiungo kilichotumwa kwenye anwani
                mpya.

                {facts}

                Ikiwa ni wewe, huhitaji kufanya chochote.

                Ikiwa si wewe, chagua nenosiri jipya mara moja. Hapo kiungo hicho
                hakitafanya kazi tena.

                """
            )
        case .emailChanged:
            (
                "Anwani yako ya barua pepe ya {sender} imebadilishwa",
                """
                Barua pepe hii imetoka kwa {sender}. Anwani ya barua pepe ya akaunti yako
                imebadilishwa. Sasa unaingia kwa kutumia anwani mpya, na anwani hii
                haitapokea tena barua pepe.

                {facts}

                Ikiwa ni wewe, huhitaji kufanya chochote.

                Ikiwa si wewe, wasiliana na {sender} mara moja. Msimamizi yeyote anaweza
                kusimamisha akaunti.

                """
            )
        case .shared:
            (
                "Umeshirikishwa rekodi iliyoko {sender}",
                """
                Barua pepe hii imetoka kwa {sender}. Umeipokea kwa sababu mtu anakushirikisha
                rekodi yake, na ameandika anwani hii.

                {facts}

                Ili uisome, ingia kwa anwani hii, ufungue orodha ya rekodi ulizoshirikishwa.
                Ukurasa huu unaeleza jinsi ya kuingia:

                {link}

                Ikiwa huna akaunti huko, iombe {sender} akaunti kwa anwani hii. Ikiwa humjui
                mtu huyu, puuza barua pepe hii.

                """
            )
        case .breakGlass:
            (
                "Rekodi iliyoko {sender} imefunguliwa kwa dharura",
                """
                Barua pepe hii imetoka kwa {sender}. Mhudumu wa afya amefungua rekodi ya
                mtu ambaye hamhudumii, na ametoa sababu. Ruhusa hiyo inaisha yenyewe.

                {facts}

                Tafadhali kagua kama ufikiaji huo ulikuwa halali, na uandike ukaguzi wako:
                ingia kwenye akaunti yako ufungue orodha ya ufikiaji wa dharura. Inaonyesha
                rekodi ni ya nani, na sababu. Kumbukumbu za ukaguzi zinaonyesha alichosoma.
                Ikiwa huna programu inayozionyesha, muulize mwendeshaji wa seva.

                Kila msimamizi anapokea ujumbe huu.

                """
            )
        }
    }

    static let mailFacts = [
        "name": "jina", "opened": "imefunguliwa", "closes": "inafungwa", "at": "wakati", "made": "imeundwa",
        "until": "hadi", "from": "kutoka kwa", "asked for": "imeombwa", "asked by": "imeombwa na",
        "erased on": "itafutwa",
        "cancelled": "imeghairiwa", "role": "jukumu", "invited by": "amealikwa na", "state": "hali",
        "the server's machine": "seva", "the person": "mhusika",
        "changed": "badiliko", "before": "kabla", "after": "baada", "changed by": "amebadilisha",
        "key": "ufunguo", "rights": "haki", "requested by": "umeombwa na", "all of the role": "zote za jukumu",
        "awaits approval by another administrator": "inasubiri idhini ya msimamizi mwingine", "sent": "umetumwa",
        "patient": "mgonjwa", "laboratory": "maabara", "clinician": "mhudumu wa afya", "coordinator": "mratibu",
        "administrator": "msimamizi",
    ]
}
