extension Swahili {
    static let pages = """
        needs script: Ukurasa huu unahitaji JavaScript. Iwashe, au fungua kiungo kwenye kivinjari kingine.
        email: Anwani yako ya barua pepe
        empty: Sehemu nyingine hazijajazwa.
        fill: Tafadhali jaza sehemu hii.
        correct: Tafadhali sahihisha sehemu zilizowekewa alama.
        unreachable: Seva haipatikani. Uliyoandika bado yapo hapa: jaribu tena baada ya muda mfupi.
        reload: Seva haipatikani. Pakia upya ukurasa huu baada ya muda mfupi.
        incomplete: Kiungo hiki hakijakamilika
        account: Akaunti yako
        about you: Kukuhusu
        given name: Jina la kwanza
        family name: Jina la ukoo
        birth date: Tarehe ya kuzaliwa
        consent: Ridhaa yako
        optional: Yote ni ya hiari. Unaweza kuyabadilisha wakati wowote.
        consent clinicians: Wahudumu wa afya wanaonihudumia wanaweza kuona matokeo yangu
        consent research: Ninaweza kualikwa kwenye tafiti
        consent partners: Ninaweza kuhesabiwa, bila jina langu, katika takwimu za washirika wa mpango
        new password: Nenosiri jipya
        password rule: Angalau herufi 12. Maneno kadhaa yasiyohusiana hufanya nenosiri zuri.
        show password: Onyesha nenosiri
        new link: Tuma kiungo kipya
        dead: Kiungo hiki hakifanyi kazi tena
        checking: Kiungo kinakaguliwa …
        copy: Kifungue kutoka kwenye barua pepe, au nakili kiungo chote.
        copy message: Kifungue kutoka kwenye ujumbe, au nakili kiungo chote.
        ask here: Unaweza pia kuomba kiungo kipya hapa.
        mailed: Angalia barua pepe yako
        mailed lead: Ikiwa anwani hii inaweza kutumika, barua pepe iko njiani. Angalia pia folda ya barua taka.
        mailed steps: Fungua kiungo kilicho kwenye barua pepe mpya ndani ya saa 24. | Tumia barua pepe ya karibuni zaidi ikiwa kuna kadhaa.
        confirmation title: Akaunti yako ya {name}
        confirmation action: Fungua akaunti yangu
        confirmation done: Akaunti yako iko tayari
        confirmation doneLead: Sasa unaweza kuingia kwenye akaunti.
        invitation title: Akaunti yako ya {name}
        invitation action: Fungua akaunti yangu
        invitation done: Akaunti yako iko tayari
        invitation doneLead: Sasa unaweza kuingia kwenye akaunti.
        confirmation fresh: Akaunti yako
        confirmation lead: Kiungo hiki kinathibitisha anwani yako ya barua pepe. Tuambie wewe ni nani, na uchague nenosiri.
        confirmation steps: Fungua programu au tovuti uliyojisajilia. | Ingia kwa anwani yako ya barua pepe na nenosiri lako jipya. | Kisha sajili kifaa chako cha kipimo: piga picha ya msimbo pau wake.
        confirmation dead: Ikiwa umewahi kuthibitisha anwani hii, akaunti yako iko tayari: ingia kwenye akaunti. Vinginevyo omba kiungo kipya hapa.
        invitation fresh: Mwaliko wako
        invitation lead: Umealikwa kufungua akaunti. Chagua nenosiri ili ukubali.
        invitation steps: Fungua programu au tovuti ya shirika lako. | Ingia kwa anwani yako ya barua pepe na nenosiri lako jipya. | Majukumu mengine yanahitaji pia msimbo wa mara moja kutoka programu ya uthibitishaji. Unauweka unapoingia mara ya kwanza.
        invitation dead: Ikiwa umewahi kukubali mwaliko huu, akaunti yako iko tayari: ingia kwenye akaunti. Vinginevyo mwombe aliyekualika mwaliko mpya.
        email-change title: Anwani yako mpya ya barua pepe
        email-change fresh: Anwani yako mpya ya barua pepe
        email-change lead: Thibitisha anwani hii ili uingie kwa kuitumia kuanzia sasa.
        email-change action: Thibitisha anwani hii
        email-change done: Anwani yako mpya imethibitishwa
        email-change doneLead: Kuanzia sasa unaingia kwa kuitumia.
        email-change steps: Unabaki umeingia kwenye vifaa vyako.
        email-change dead: Ikiwa umewahi kuthibitisha anwani hii, ingia kwa kuitumia. Vinginevyo ingia kwa anwani yako ya zamani, na uombe mabadiliko tena.
        reset title: Chagua nenosiri jipya la {name}
        reset fresh: Chagua nenosiri jipya
        reset lead: Nenosiri jipya linakutoa kwenye akaunti katika vifaa vyote.
        reset action: Weka nenosiri
        reset done: Nenosiri lako limebadilishwa
        reset doneLead: Umetolewa kwenye akaunti katika vifaa vyote.
        reset steps: Fungua programu au tovuti, na uingie kwa nenosiri jipya.
        reset dead: Ikiwa umewahi kutumia kiungo hiki, ingia kwa nenosiri ulilochagua. Vinginevyo omba kiungo kipya hapa.
        sign-in title: Ingia kwenye akaunti usome ujumbe wako
        sign-in lead: Ujumbe unahusu nini utaonyeshwa baada ya kuingia kwenye akaunti.
        sign-in steps: Ikiwa una akaunti, fungua programu au tovuti uliyojisajilia, na uingie. | Ikiwa huna, liombe shirika lililokuandikia mwaliko. Kiungo kilichomo kinafungua akaunti yako. | Ikiwa ujumbe unasema uwasiliane na daktari wako, fanya hivyo kwanza.
        alert: Tahadhari
        alert lead: Ingia kwenye akaunti uisome. Kufungua ukurasa huu hakuthibitishi chochote.
        password: Nenosiri lako
        sign in: Ingia
        code: Msimbo kutoka programu yako
        code hint: Tarakimu sita, au mojawapo ya misimbo yako ya akiba.
        six digits: Tarakimu sita.
        go on: Endelea
        one more: Hatua moja zaidi.
        set up: Weka hatua yako ya pili ya kuingia
        set up lead: Akaunti yako inahitaji msimbo kutoka programu ya uthibitishaji kila unapoingia. Inachukua dakika moja. Tahadhari inafuata mara moja.
        qr: Msimbo wa QR wa siri iliyo hapa chini
        scan: Changanua msimbo kwa programu yako ya uthibitishaji, au
        open app: fungua programu kwenye simu hii
        type secret: Unaweza pia kuandika siri hii ndani yake:
        first code: Msimbo ambao programu inaonyesha sasa
        keep codes: Hifadhi misimbo yako ya akiba
        keep codes lead: Kila mmoja unachukua nafasi ya msimbo mmoja ukipoteza simu yako. Inaonyeshwa sasa tu: iandike, au chapisha ukurasa huu.
        kept: Nimeihifadhi: onyesha tahadhari
        too long: Zilipita zaidi ya dakika tano. Ingia tena uisome.
        critical: Tahadhari ya dharura
        withdrawn: Matokeo yamebatilishwa
        corrected: Matokeo yamesahihishwa
        not shown: Tahadhari hii haiwezi kuonyeshwa
        not shown lead: Haipo, au ilifungwa na mwenzako, au huna ruhusa ya kuiona.
        level: Kiwango
        no level: Hakuna: maabara imekibatilisha
        corrected level: Kiwango kilichosahihishwa
        level and range: {level} (kawaida: {range})
        level before: Kiwango cha awali
        reason: Sababu
        why: Kwa nini
        verify: Hakiki
        not verified: Bado hayajahakikiwa: yahakiki kabla ya kuchukua hatua.
        patient: Mgonjwa
        not in care: Humhudumii mtu huyu
        not registered: Hajulikani: kifaa hakijasajiliwa
        phone: Simu
        kit: Kifaa cha kipimo
        result: Matokeo
        comment: Maoni ya maabara
        crp: CRP
        sample taken: Sampuli ilichukuliwa
        order number: Nambari ya agizo
        raised: Ilitolewa
        withdrawn lead: Maabara imebatilisha matokeo haya. Usichukue hatua kwa kiwango chake. Waambie wanaokitumia, kisha uthibitishe kwamba unajua.
        corrected lead: Kiwango kimesahihishwa: usichukue hatua kwa kile cha awali.
        open lead: Hakuna mhudumu wa afya aliyeithibitisha bado. Isome, piga simu, kisha urudie taarifa zake.
        acknowledged lead: Imethibitishwa. Andika matokeo yake utakapojua.
        resolved lead: Imeshughulikiwa. Huhitaji kufanya chochote.
        retracted lead: Maabara imesahihisha matokeo. Usichukue hatua kwa kiwango hiki.
        have read: Nimesoma: rudia taarifa
        have read withdrawal: Nimesoma: thibitisha
        read back: Rudia taarifa
        confirm withdrawal: Thibitisha ubatilishaji
        repeat level: Rudia kiwango na vitambulisho viwili, kama ulivyovisema au kuviandika. Seva inavilinganisha na rekodi.
        repeat identifiers: Rudia vitambulisho viwili vya mgonjwa au sampuli. Hakuna kiwango cha kurudia.
        a number: Nambari, kwa mfano 820.
        unit: Kipimo
        choose: Chagua
        two identifiers: Vitambulisho viwili au zaidi
        kit code: Msimbo wa kifaa
        reference: Nambari ya matokeo ya maabara
        reached: Ulimpata nani?
        patient by phone: Mgonjwa, kwa simu
        patient in person: Mgonjwa, ana kwa ana
        colleague by phone: Mwenzangu, kwa simu
        colleague in person: Mwenzangu, ana kwa ana
        no other person: Hakuna mwingine bado: ninachukua hatua mwenyewe
        note: Maelezo (hiari)
        acknowledge: Thibitisha tahadhari hii
        show again: Onyesha tahadhari tena
        acknowledged: Tahadhari imethibitishwa
        acknowledged done: Hakuna watu zaidi wanaoarifiwa. Andika matokeo yake utakapojua.
        outcome: Matokeo yake ni nini?
        patient reached: Mgonjwa alipatikana
        patient treated: Mgonjwa anatibiwa
        repeat ordered: Kipimo cha kurudia kimeagizwa
        false alarm: Ilikuwa tahadhari isiyo ya kweli
        patient unreachable: Mgonjwa hapatikani
        patient died: Mgonjwa amefariki
        other outcome: Jambo lingine
        record outcome: Andika matokeo
        resolved: Tahadhari imeshughulikiwa
        close page: Unaweza kufunga ukurasa huu.
        shared: Matokeo yaliyoshirikiwa
        shared lead: Mtu anashiriki nawe matokeo ya kipimo cha damu. Weka PIN aliyokupa.
        pin: PIN
        pin hint: Tarakimu sita hadi kumi na mbili. Baada ya PIN tano zisizo sahihi, kiungo kinaisha.
        show results: Onyesha matokeo
        more results: Onyesha matokeo zaidi
        shared title: Matokeo ya {name}
        shared until: Unaweza kuyafungua hadi {date}.
        no results: Bado hakuna matokeo.
        test date: Tarehe ya kipimo
        range: Kiwango cha kawaida
        interpretation: Tafsiri
        genotype: Jenotipu
        phenotype: Fenotipu
        laboratory interpretation: Tafsiri ya maabara
        laboratory: Maabara
        status: Hali
        for a doctor: Matokeo yanapaswa kuelezwa na daktari.
        privacy notice: Taarifa ya faragha ya {name}
        problem rate-limited: Majaribio ni mengi mno. Jaribu tena baada ya muda mfupi.
        problem sign-ins-busy: Majaribio ni mengi mno. Jaribu tena baada ya muda mfupi.
        problem sign-in-failed: Anwani ya barua pepe au nenosiri si sahihi.
        problem sign-in-locked: Majaribio mengi ya kuingia yameshindikana. Jaribu baadaye, au chagua nenosiri jipya kwa barua pepe.
        problem code-wrong: Msimbo huu si sahihi au umeshatumika. Subiri msimbo unaofuata, au tumia msimbo wa akiba.
        problem account-suspended: Akaunti hii imesimamishwa. Muulize msimamizi wako.
        problem registration-closed: Akaunti zinafunguliwa kwa mwaliko tu. Liulize shirika lililokupa kifaa.
        problem read-back-mismatch: Taarifa zinatofautiana na rekodi. Angalia tahadhari tena, na urudie kiwango chake na vitambulisho.
        fault read-back-mismatch: inatofautiana na rekodi
        problem too-many-read-backs: Marudio mengi hayakuwa sahihi. Subiri, au mwache mhudumu mwingine athibitishe.
        problem alert-ended: Tahadhari hii imeisha na haiwezi kubadilishwa.
        problem not-acknowledged: Kwanza tahadhari ithibitishwe: rudia kiwango chake.
        problem share-unknown: Kiungo au PIN si sahihi, au kiungo kimeisha. Muulize aliyekitumia.
        problem store-unavailable: Seva haipatikani sasa. Jaribu tena baada ya muda mfupi.
        fault /password: Chagua nenosiri lingine: angalau herufi 12, kwa mfano maneno kadhaa yasiyohusiana.
        fault /email: Anwani kama jina@example.org.
        fault /profile/birthDate: Tarehe sahihi ya kuzaliwa.
        fault /profile/name/given: Herufi 1 hadi 100.
        fault /profile/name/family: Herufi 1 hadi 100.
        """
}
