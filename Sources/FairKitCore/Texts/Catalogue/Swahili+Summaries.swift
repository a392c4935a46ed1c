extension Swahili {
    /// The texts of summaries for patients. `docs/summaries.md` has the source of each statement, and the English text
    /// names it.
    static func summary(_ phrase: SummaryPhrase) -> String {
        switch phrase {
        case .level:
            "AAT (alpha-1 antitrypsin) ni protini iliyo kwenye damu inayosaidia kulinda mapafu yako. Tarehe {date}, kiwango chako cha AAT kilikuwa {level}[, kilipimwa na {laboratory}]. Kiwango cha kawaida cha kipimo hiki ni {range}."
        case .withoutLevel:
            "AAT (alfa-1 antitripsini) ni protini katika damu inayosaidia kulinda mapafu yako. Kipimo cha {date}[, cha {laboratory},] hakitaji kiwango cha AAT."
        case .severelyLow:
            "Kiwango hiki kiko chini sana. Chini ya {limit}, mapafu hayana ulinzi wa kutosha. Haimaanishi kwamba wewe ni mgonjwa sasa. Panga miadi na daktari wako, ambaye anaweza kuchunguza mapafu na ini lako. Usivute sigara, na epuka moshi na vumbi."
        case .low:
            "Kiwango hiki kiko chini ya kawaida. Watu wengi wenye kiwango kama hiki wana jeni moja ya AAT iliyobadilika na wana afya njema. Mwonyeshe daktari wako matokeo haya katika ziara yako ijayo. Ukivuta sigara, kuacha ndiyo njia bora ya kulinda mapafu yako."
        case .normal:
            "Kiwango hiki ni cha kawaida. Kiwango peke yake hakihitaji hatua yoyote. Kiwango cha kawaida hakithibitishi kwamba huna jeni ya AAT iliyobadilika."
        case .high:
            "Kiwango hiki kiko juu ya kawaida. Si dalili ya upungufu wa AAT. Maambukizi, uvimbe mwilini, jeraha, ujauzito au homoni ya estrojeni (kwa mfano katika baadhi ya vidonge vya uzazi wa mpango) vinaweza kuongeza AAT kwa muda. Mwonyeshe daktari wako matokeo haya katika ziara yako ijayo, au mapema zaidi ukijisikia mgonjwa."
        case .criticallyHigh:
            "Kiwango hiki ni mara {times} ya kikomo cha juu cha kawaida. Wasiliana na daktari wako leo, na umwonyeshe matokeo haya. Ukijisikia mgonjwa sana au ukipata shida ya kupumua, piga simu ya dharura sasa. Uvimbe mkali mwilini unaweza kuongeza AAT: daktari wako atatafuta sababu."
        case .askForGenotype:
            "Kipimo cha jeni kinaweza kuonyesha sababu ya kiwango cha chini. Muulize daktari wako kama unakihitaji."
        case .first:
            "Haya ni matokeo yako ya kwanza ya AAT hapa, kwa hiyo hakuna kiwango cha awali cha kulinganisha."
        case .risen:
            "Kiwango kimepanda kuliko tarehe {earlierDate}, kilipokuwa {earlierLevel}. Daktari wako anaweza kukueleza kama badiliko hili ni muhimu."
        case .fallen:
            "Kiwango kimeshuka kuliko tarehe {earlierDate}, kilipokuwa {earlierLevel}. Daktari wako anaweza kukueleza kama badiliko hili ni muhimu."
        case .steady:
            "Kiwango kinakaribia kuwa sawa na cha tarehe {earlierDate}, kilipokuwa {earlierLevel}. Mabadiliko madogo ni ya kawaida."
        case .open:
            "Tarehe {earlierDate}, kiwango chako kilikuwa {earlierLevel}. Viwango hivi viwili haviwezi kulinganishwa kwa usahihi, kwa sababu vipimo vyake ni tofauti au kimoja ni kikomo."
        case .genotypeUsual: "Jenotipu yako ni {genotype}: nakala zote mbili za jeni yako ya AAT ni za kawaida."
        case .genotypeCarrier:
            "Jenotipu yako ni {genotype}: nakala moja kati ya mbili za jeni yako ya AAT imebadilika. Watu wengi wenye nakala moja iliyobadilika wana afya njema, hasa wasipovuta sigara. Wazazi, ndugu na watoto wako wanaweza kuwa na badiliko hilo pia."
        case .genotypeTwoChanged:
            "Jenotipu yako ni {genotype}: nakala zote mbili za jeni yako ya AAT zimebadilika. Hatari kwa mapafu ni ndogo kuliko kwa jenotipu ZZ, na uvutaji sigara huiongeza. Muulize daktari wako ni uchunguzi gani unaohitaji, na kama familia yako inapaswa kupimwa."
        case .genotypeSevere:
            "Jenotipu yako ni {genotype}: nakala zote mbili za jeni yako ya AAT zimebadilika, kwa hiyo damu ina AAT kidogo sana. Hali hii inaweza kudhuru mapafu, na kwa baadhi ya watu ini. Kutovuta sigara ndiyo kinga muhimu zaidi. Mwombe daktari wako akuelekeze kwa mtaalamu wa upungufu wa AAT, na muulize kama familia yako inapaswa kupimwa."
        case .genotypeRare:
            "Jenotipu yako ni {genotype}, ambayo ni nadra. Muulize daktari wako au mshauri wa jenetiki maana yake kwako na kwa familia yako."
        case .phenotype:
            "Fenotipu yako ni {phenotype}: hizi ni aina za AAT ambazo kipimo kilipata katika damu yako. Jeni isiyotengeneza AAT haionekani katika kipimo hiki. Muulize daktari wako kama unahitaji kipimo cha jeni."
        case .acutePhase:
            "CRP yako ilikuwa juu, ambayo ni dalili ya uvimbe mwilini. Uvimbe huongeza AAT, kwa hiyo kiwango chako cha kawaida kinaweza kuwa chini zaidi. Muulize daktari wako kama kipimo kirudiwe utakapokuwa mzima."
        case .preliminary: "Matokeo haya ni ya awali: maabara bado inaweza kuyabadilisha."
        case .corrected: "Maabara imesahihisha matokeo haya. Usitumie thamani yake ya awali."
        case .unverified:
            "Matokeo haya bado hayajahakikiwa. Usibadilishe matibabu kwa sababu yake hadi daktari wako au maabara iyathibitishe."
        case .withdrawn:
            "Maabara imeondoa matokeo haya kwa sababu si sahihi. Usiyafuate. Muulize daktari wako kama kipimo kirudiwe."
        case .closing:
            "Maelezo haya yanafafanua matokeo. Hayachukui nafasi ya ushauri wa daktari wako, anayejua historia yako ya afya."
        }
    }
}
