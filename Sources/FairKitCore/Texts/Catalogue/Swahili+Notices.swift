extension Swahili {
    /// The texts of notices. See `docs/texts.md` for the rules.
    static func words(_ kind: NoticeKind) -> NoticeWords {
        switch kind {
        case .alertPatient:
            NoticeWords(
                title: "⚠️ Tahadhari ya Kiwango cha AAT",
                plain: "Kuna matokeo ya dharura ya kipimo chako. Wasiliana na daktari wako leo.",
                full: "Kiwango chako cha AAT ni mara {times} ya kawaida ({level}). Wasiliana na daktari wako leo.",
                action: "Mpigie simu daktari wako au kliniki yako leo, na uwaonyeshe ujumbe huu.")
        case .alertLowPatient:
            NoticeWords(
                title: "Kiwango cha AAT Kiko Chini Sana",
                plain: "Kuna matokeo ya kipimo ambayo daktari wako anapaswa kukueleza.",
                full: "Kiwango chako cha AAT kiko chini sana ({level}). Muulize daktari wako maana yake.",
                action: "Panga miadi na daktari wako, na umwonyeshe ujumbe huu.")
        case .alertStaff:
            NoticeWords(
                title: "Tahadhari ya dharura ya AAT",
                plain:
                    "Mgonjwa ana matokeo ya hatari ya AAT.[{unverified} Bado hayajahakikiwa.] Yasome, wasiliana na mgonjwa na uthibitishe tahadhari[ kabla ya {deadline}].",
                full:
                    "[Mgonjwa: {patientName}. ][Alizaliwa: {birthDate}. ][Kifaa: {kitCode}. ]AAT: {level}[, kawaida {range}].[{unverified} Bado haijahakikiwa.][ Simu: {phone}.] Wasiliana na mgonjwa na uthibitishe tahadhari[ kabla ya {deadline}].",
                action:
                    "Ingia kwenye akaunti yako, soma matokeo, wasiliana na mgonjwa, kisha thibitisha tahadhari kwa kurudia thamani yake na vitambulisho viwili vya mgonjwa. Tahadhari itaendelea kutumwa kwa watu wengine hadi mhudumu wa afya aithibitishe.",
                short:
                    "Tahadhari ya dharura ya AAT.[{unverified} Bado haijahakikiwa.] Ithibitishe[ kabla ya {deadline}]."
            )
        case .alertLowStaff:
            NoticeWords(
                title: "Kiwango cha AAT kiko chini sana",
                plain:
                    "Mgonjwa ana kiwango cha AAT kilicho chini sana.[{unverified} Bado hakijahakikiwa.] Kisome, na umweleze mgonjwa maana yake.",
                full:
                    "[Mgonjwa: {patientName}. ][Alizaliwa: {birthDate}. ]AAT iliyo chini sana: {level}[, kawaida {range}][, awali: {earlierLevel}].[ Sababu: {reason}.][{unverified} Bado haijahakikiwa.][ Simu: {phone}.] Mweleze mgonjwa maana yake.",
                action: "Ingia kwenye akaunti yako, soma matokeo, kisha andika tahadhari iliishaje. Hapo itafungwa.",
                short: "Mgonjwa ana kiwango cha AAT kilicho chini sana.[{unverified} Bado hakijahakikiwa.] Kisome.")
        case .alertVerifyStaff:
            NoticeWords(
                title: "Matokeo ya AAT yanahitaji kuhakikiwa",
                plain:
                    "Matokeo ya AAT yanahitaji kuhakikiwa kabla ya mtu yeyote kuyafuata. Yasome, kisha yahakiki au uulize maabara.",
                full:
                    "[Mgonjwa: {patientName}. ][Alizaliwa: {birthDate}. ]AAT: {level}[, kawaida {range}][, awali: {earlierLevel}].[ Sababu: {reason}.] Inahitaji kuhakikiwa kabla ya mtu yeyote kuifuata.",
                action:
                    "Ingia kwenye akaunti yako, soma kwa nini kiwango kina shaka, kisha kihakiki au uulize maabara.",
                short: "Matokeo ya AAT yanahitaji kuhakikiwa kabla ya kufuatwa. Yasome.")
        case .alertCorrectedPatient:
            NoticeWords(
                title: "Matokeo yako yamesahihishwa",
                plain:
                    "Maabara imesahihisha matokeo tuliyokutaarifu awali. Muulize daktari wako[{critical} leo] maana yake.",
                full:
                    "Maabara imesahihisha kiwango chako cha AAT. Ni {level}[, kawaida {range}]. Muulize daktari wako[{critical} leo] maana yake.",
                action: "Usifuate kiwango cha awali. Ingia kwenye akaunti yako usome matokeo yaliyosahihishwa.")
        case .alertCorrectedStaff:
            NoticeWords(
                title: "Matokeo ya AAT yamesahihishwa[{critical}: kiwango cha hatari]",
                plain:
                    "Matokeo ya AAT yaliyoleta tahadhari yamesahihishwa. Usifuate thamani ya awali.[{critical} Kiwango kilichosahihishwa ni cha hatari: wasiliana na mgonjwa.] Soma masahihisho na uyathibitishe[ kabla ya {deadline}].",
                full:
                    "[Mgonjwa: {patientName}. ][Alizaliwa: {birthDate}. ][Kifaa: {kitCode}. ]AAT iliyosahihishwa: {level}[, kawaida {range}][, awali: {earlierLevel}].[ Sababu: {reason}.][{unverified} Bado haijahakikiwa.][ Simu: {phone}.] Usifuate thamani ya awali.[{critical} Wasiliana na mgonjwa.] Thibitisha masahihisho[ kabla ya {deadline}].",
                action:
                    "Ingia kwenye akaunti yako, soma matokeo yaliyosahihishwa, mjulishe mgonjwa ikiwa anajua thamani ya awali, kisha thibitisha masahihisho.",
                short:
                    "Matokeo ya AAT yamesahihishwa.[{critical} Ni ya hatari.] Usifuate thamani ya awali. Thibitisha[ kabla ya {deadline}]."
            )
        case .alertWithdrawnPatient:
            NoticeWords(
                title: "Matokeo yako yamebatilishwa",
                plain:
                    "Maabara imebatilisha matokeo tuliyokutaarifu awali. Kiwango kile si sahihi. Muulize daktari wako nini kifuate.",
                action:
                    "Usifuate kiwango kile. Ikiwa unatumia dawa au unafanya jambo kwa sababu yake, mpigie simu daktari wako leo."
            )
        case .alertWithdrawnStaff:
            NoticeWords(
                title: "Matokeo ya AAT yamebatilishwa",
                plain:
                    "Maabara imebatilisha matokeo ya AAT yaliyoleta tahadhari. Kiwango chake si sahihi: usikifuate. Mjulishe anayekifuata, kisha thibitisha kwamba umejua[ kabla ya {deadline}].",
                full:
                    "[Mgonjwa: {patientName}. ][Alizaliwa: {birthDate}. ][Kifaa: {kitCode}. ]Maabara imebatilisha matokeo haya ya AAT.[ Sababu: {reason}.] Kiwango chake si sahihi: usikifuate.[ Simu: {phone}.] Mjulishe anayekifuata, kisha thibitisha kwamba umejua[ kabla ya {deadline}].",
                action:
                    "Ingia kwenye akaunti yako, mjulishe mgonjwa na wenzako kwamba kiwango si sahihi, kisha thibitisha ubatilisho kwa vitambulisho viwili vya mgonjwa. Hakuna kiwango cha kurudia.",
                short:
                    "Matokeo ya AAT yamebatilishwa. Usifuate kiwango chake. Thibitisha kwamba umejua[ kabla ya {deadline}]."
            )
        case .alertAcknowledgedStaff:
            NoticeWords(
                title: "Tahadhari ya AAT imethibitishwa",
                plain: "Mhudumu wa afya amethibitisha tahadhari ya AAT[ ({time})]. Huhitaji kuchukua hatua.",
                full:
                    "{actorName} amethibitisha tahadhari ya AAT[ kuhusu {patientName}][ ({time})]. Huhitaji kuchukua hatua.",
                action: "Tahadhari haitatumwa tena kwa watu wengine.")
        case .alertSettledStaff:
            NoticeWords(
                title: "Tahadhari ya AAT imekwisha",
                plain:
                    "Kiwango cha tahadhari ya AAT kimehakikiwa, au hakitiliwi shaka tena[ ({time})]. Huhitaji kuchukua hatua.",
                full:
                    "Kiwango cha tahadhari ya AAT[ kuhusu {patientName}] kimehakikiwa, au hakitiliwi shaka tena[ ({time})]. Huhitaji kuchukua hatua.",
                action: "Tahadhari haitatumwa tena kwa watu wengine.")
        case .alertUnreachable:
            NoticeWords(
                title: "Tahadhari ya AAT inasubiri mhudumu wa afya",
                plain:
                    "Hakuna mhudumu wa afya aliyethibitisha tahadhari ya AAT[{critical} ya kiwango cha hatari]. Mpigie simu mhudumu wa afya sasa, kisha kagua njia za mawasiliano na utaratibu wa usambazaji.",
                action: "Ingia kwenye akaunti yako uone hatua za tahadhari na watu zilizowafikia.",
                short:
                    "Tahadhari ya AAT[{critical} ya kiwango cha hatari] inasubiri. Mpigie simu mhudumu wa afya sasa.")
        case .resultReady:
            NoticeWords(
                title: "Matokeo yako yako tayari",
                plain: "Matokeo yako ya kipimo yako tayari. Ingia kwenye akaunti yako uyasome.",
                full:
                    "Kiwango chako cha AAT ni {level}[, kawaida {range}]. Ingia kwenye akaunti yako usome matokeo kamili.",
                action: "Ukiwa na maswali kuhusu matokeo, muulize daktari wako.")
        case .resultCorrected:
            NoticeWords(
                title: "Matokeo yako yamesahihishwa",
                plain: "Maabara imesahihisha matokeo yako. Ingia kwenye akaunti yako uyasome.",
                full:
                    "Maabara imesahihisha matokeo yako. Kiwango chako cha AAT ni {level}[, kawaida {range}].[ Sababu: {reason}.]",
                action: "Kuanzia sasa tumia matokeo yaliyosahihishwa. Ukiwa na maswali, muulize daktari wako.")
        case .kitRegistered:
            NoticeWords(
                title: "Kifaa chako cha kipimo kimesajiliwa",
                plain: "Kifaa chako cha kipimo kimesajiliwa. Tuma sampuli yako maabara[ kabla ya mwisho wa {date}].",
                full: "Kifaa {kitCode} kimesajiliwa. Tuma sampuli yako maabara[ kabla ya mwisho wa {date}].",
                action: "Maelekezo yaliyo ndani ya kifaa yanaeleza jinsi ya kuchukua sampuli na kuituma.",
                short: "Kifaa chako cha kipimo kimesajiliwa. Tuma sampuli yako[ kabla ya mwisho wa {date}].")
        case .kitShipped:
            NoticeWords(
                title: "Kifaa chako cha kipimo kiko njiani",
                plain: "Tumekutumia kifaa cha kipimo[ kupitia {carrier}].[ Namba ya kufuatilia: {tracking}.]",
                full: "Tumekutumia kifaa {kitCode}[ kupitia {carrier}].[ Namba ya kufuatilia: {tracking}.]",
                action: "Kikifika, kisajili kwa picha ya msimbo wake wa mistari.")
        case .kitArrived:
            NoticeWords(
                title: "Sampuli yako imefika",
                plain:
                    "Sampuli yako imefika maabara[ ya {laboratory}][ tarehe {date}]. Tutakujulisha matokeo yatakapokuwa tayari.",
                full:
                    "Sampuli ya kifaa {kitCode} imefika maabara[ ya {laboratory}][ tarehe {date}]. Tutakujulisha matokeo yatakapokuwa tayari.",
                action: "Huhitaji kufanya chochote.",
                short: "Sampuli yako imefika maabara[ tarehe {date}].")
        case .sampleDueSoon:
            NoticeWords(
                title: "Tuma sampuli yako mapema",
                plain:
                    "Tuma sampuli yako maabara kabla ya mwisho wa {date}. {days, plural, =0 {Leo ni siku ya mwisho.} one {Imebaki siku #.} other {Zimebaki siku #.}}",
                full:
                    "Tuma sampuli ya kifaa {kitCode} maabara kabla ya mwisho wa {date}. {days, plural, =0 {Leo ni siku ya mwisho.} one {Imebaki siku #.} other {Zimebaki siku #.}}",
                action: "Ikiwa umeshaituma, huhitaji kufanya chochote.")
        case .sampleOverdue:
            NoticeWords(
                title: "Sampuli yako imechelewa",
                plain:
                    "Sampuli yako imechelewa kwa {days, plural, one {siku #} other {siku #}}. Itume maabara leo.[ Hiki ni kikumbusho namba {count}.]",
                full:
                    "Sampuli ya kifaa {kitCode} imechelewa kwa {days, plural, one {siku #} other {siku #}}. Itume maabara leo.[ Hiki ni kikumbusho namba {count}.]",
                action:
                    "Ikiwa umeshaituma, huhitaji kufanya chochote. Ukihitaji kifaa kipya, kiombe kutoka kwa {sender}.",
                short:
                    "Sampuli yako imechelewa kwa {days, plural, one {siku #} other {siku #}}. Itume maabara leo.")
        case .sampleRejected:
            NoticeWords(
                title: "Sampuli yako haikuweza kupimwa",
                plain:
                    "Maabara haikuweza kupima sampuli yako. Ingia kwenye akaunti yako usome sababu na la kufanya.",
                full:
                    "Maabara haikuweza kupima sampuli ya kifaa {kitCode}.[ Sababu: {reason}.] Unahitaji kifaa kipya.",
                action: "Omba kifaa kipya kutoka kwa {sender}. Matokeo yako ya awali hayabadiliki.")
        case .nextTestDue:
            NoticeWords(
                title: "Kipimo chako kijacho kinakaribia",
                plain:
                    "Kipimo chako kijacho ni {days, plural, =0 {leo} one {baada ya siku #} other {baada ya siku #}}[, tarehe {date}].",
                action: "Ikiwa huna kifaa cha kipimo, kiombe kutoka kwa {sender}.")
        case .article:
            NoticeWords(
                title: "Makala mpya kwa ajili yako", plain: "Kuna makala mpya kwa ajili yako.",
                full: "Kuna makala mpya kwa ajili yako: {topic}.",
                action: "Unaweza kuisoma baada ya kuingia kwenye akaunti yako.")
        case .studyInvitation:
            NoticeWords(
                title: "Mwaliko wa utafiti",
                plain: "Unaalikwa kushiriki katika utafiti. Kushiriki ni kwa hiari.",
                full: "Unaalikwa kushiriki katika utafiti: {topic}. Kushiriki ni kwa hiari.",
                action: "Unaweza kupuuza mwaliko huu. Huduma yako haitabadilika kwa vyovyote vile.")
        case .shareOpened:
            NoticeWords(
                title: "Rekodi uliyoshirikisha imefunguliwa",
                plain: "Mtu uliyemshirikisha rekodi yako ameifungua[ tarehe {date}][ ({time})].",
                full: "{actorName} amefungua[ tarehe {date}][ ({time})] rekodi uliyomshirikisha.",
                action: "Ikiwa hutaki tena kushiriki rekodi yako, ingia kwenye akaunti yako uondoe ruhusa hiyo.")
        case .shareGiven:
            NoticeWords(
                title: "Umeshirikishwa rekodi", plain: "Mtu anakushirikisha rekodi yake[ hadi {date}].",
                full: "{actorName} anakushirikisha rekodi yake[ hadi {date}].",
                action:
                    "Ingia kwenye akaunti yako uisome, kwenye orodha ya rekodi ulizoshirikishwa. Ikiwa humjui mtu huyu, huhitaji kufanya chochote."
            )
        case .recordReadInEmergency:
            NoticeWords(
                title: "Rekodi yako imefunguliwa kwa dharura",
                plain:
                    "Mhudumu wa afya ambaye kwa kawaida hakuhudumii amefungua rekodi yako kwa dharura[ tarehe {date}][ ({time})].",
                full:
                    "{actorName}, ambaye kwa kawaida hakuhudumii, amefungua rekodi yako kwa dharura[ tarehe {date}][ ({time})].[ Sababu: {reason}.]",
                action: "Msimamizi hukagua kila ufikiaji wa aina hii. Ukiwa na maswali, wasiliana na {sender}.",
                short: "Mhudumu wa afya amefungua rekodi yako kwa dharura[ tarehe {date}][ ({time})].")
        case .newPlaceSignIn:
            NoticeWords(
                title: "Akaunti imefunguliwa kutoka mahali papya",
                plain:
                    "Akaunti yako imefunguliwa kutoka mahali papya[ ({place})][ tarehe {date}][ ({time})]. Ikiwa si wewe, chagua nenosiri jipya sasa.",
                action: "Ikiwa ni wewe, huhitaji kufanya chochote.",
                short:
                    "Akaunti yako imefunguliwa kutoka mahali papya[ ({time})]. Ikiwa si wewe, badilisha nenosiri sasa."
            )
        case .contactVerification:
            NoticeWords(
                title: "Msimbo wako",
                plain: "Msimbo wako ni {code}. Unatumika kwa dakika 15. Usimpe mtu mwingine.",
                action: "Ikiwa hukuomba msimbo, puuza ujumbe huu.")
        case .contactDisabled:
            NoticeWords(
                title: "Njia moja ya kukufikia imeshindikana",
                plain:
                    "Ujumbe wetu kwako[ kwa {channel}] haukuweza kufika, na tumeacha kuutuma. Ingia kwenye akaunti yako urekebishe mawasiliano yako.",
                action: "Hadi hapo tutatumia njia zako nyingine za mawasiliano.",
                short: "Ujumbe wetu kwako[ kwa {channel}] haufiki, na tumeacha kuutuma. Rekebisha mawasiliano yako.")
        case .contactAdded:
            NoticeWords(
                title: "Njia mpya ya kukufikia",
                plain:
                    "Njia ya kukufikia[ kwa {channel}] imeongezwa kwenye akaunti yako[ tarehe {date}][ ({time})]. Ikiwa si wewe, ingia kwenye akaunti yako, iondoe, na uchague nenosiri jipya.",
                action: "Ikiwa ni wewe, huhitaji kufanya chochote.",
                short:
                    "Njia ya kukufikia[ kwa {channel}] imeongezwa kwenye akaunti yako. Ikiwa si wewe, badilisha nenosiri sasa."
            )
        case .contactRemoved:
            NoticeWords(
                title: "Njia ya kukufikia imeondolewa",
                plain:
                    "Njia ya kukufikia[ kwa {channel}] imeondolewa kwenye akaunti yako[ tarehe {date}][ ({time})]. Ikiwa si wewe, ingia kwenye akaunti yako, iongeze tena, na uchague nenosiri jipya.",
                action: "Ikiwa ni wewe, huhitaji kufanya chochote.",
                short:
                    "Njia ya kukufikia[ kwa {channel}] imeondolewa kwenye akaunti yako. Ikiwa si wewe, badilisha nenosiri sasa."
            )
        case .credentialsChanged:
            NoticeWords(
                title: "Njia yako ya kuingia imebadilishwa",
                plain:
                    "Nenosiri lako, uthibitisho wako wa pili au misimbo yako ya akiba imebadilishwa[ tarehe {date}][ ({time})]. Ikiwa si wewe, chagua nenosiri jipya sasa.",
                action: "Ikiwa ni wewe, huhitaji kufanya chochote.",
                short:
                    "Nenosiri lako au uthibitisho wako wa pili umebadilishwa. Ikiwa si wewe, badilisha nenosiri sasa.")
        case .calendarOpened:
            NoticeWords(
                title: "Kiungo cha kalenda kimefunguliwa",
                plain:
                    "Kiungo cha siri cha kalenda kimefunguliwa kwa akaunti yako[ tarehe {date}][ ({time})]. Aliye nacho anaona tarehe hizo. Ikiwa si wewe, ingia kwenye akaunti yako, kifunge, na uchague nenosiri jipya.",
                action: "Ikiwa ni wewe, huhitaji kufanya chochote.",
                short: "Kiungo cha kalenda kimefunguliwa kwa akaunti yako. Ikiwa si wewe, badilisha nenosiri sasa.")
        case .teamContactDisabled:
            NoticeWords(
                title: "Njia ya kuifikia timu imeshindikana",
                plain:
                    "Ujumbe kwa timu[ {team}][ kwa {channel}] haukuweza kufika, na tumeacha kuutuma. Weka tena njia ya kuifikia timu hiyo.",
                action: "Hadi hapo tutatumia wanachama wa timu na njia zake nyingine za mawasiliano.",
                short: "Ujumbe kwa timu[ {team}][ kwa {channel}] haufiki. Weka tena njia ya kuifikia.")
        case .test:
            NoticeWords(
                title: "Ujumbe wa majaribio", plain: "Huu ni ujumbe wa majaribio. Umefika.",
                action: "Huhitaji kufanya chochote.")
        }
    }
}
