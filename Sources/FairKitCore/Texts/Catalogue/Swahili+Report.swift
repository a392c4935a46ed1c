/// Printed reports in Swahili.
extension Swahili {
    static let report = ReportWords(
        resultTitle: "Kipimo cha alpha-1 antitrypsin: matokeo",
        courseTitle: "Vipimo vya alpha-1 antitrypsin: mwenendo", recordTitle: "Rekodi yako",
        patient: "Mgonjwa", name: "Jina", born: "Tarehe ya kuzaliwa", sex: "Jinsia",
        sexes: [.female: "Mwanamke", .male: "Mwanamume", .other: "Nyingine", .unknown: "Haijulikani"],
        knownGenotype: "Jenotipu inayojulikana", identifier: "Kitambulisho",
        notShown: "Haionyeshwi kwa msomaji wa ripoti hii",
        test: "Kipimo", testPerformed: "Kipimo kilichofanywa",
        testName: "Alpha-1 antitrypsin (AAT), kiwango katika damu",
        specimen: "Sampuli", specimenName: "Sampuli ya damu kutoka kifurushi cha posta", kit: "Kifurushi",
        testDate: "Tarehe ya kipimo", reportDate: "Tarehe ya ripoti", method: "Mbinu",
        reference: "Kumbukumbu ya maabara",
        result: "Matokeo", level: "Kiwango cha AAT", range: "Kiwango cha kawaida",
        reportedRange: "kama maabara ilivyoripoti",
        flag: "Tafsiri",
        flags: [
            .severelyLow: "Chini sana", .low: "Chini", .normal: "Ndani ya kiwango cha kawaida", .high: "Juu",
            .criticallyHigh: "Juu kwa hatari",
        ],
        genotype: "Jenotipu", unknown: "Haijaripotiwa", status: "Hali",
        statuses: [
            .registered: "Imesajiliwa", .preliminary: "Ya awali", .final: "Ya mwisho", .amended: "Imebadilishwa",
            .corrected: "Imesahihishwa", .cancelled: "Imefutwa", .enteredInError: "Iliingizwa kimakosa",
        ],
        meaning: "Maana yake", course: "Mwenendo",
        chartCaption: "Kiwango cha AAT kwa muda katika {unit}. Almasi ni kiwango nje ya kiwango chake cha kawaida.",
        laboratory: "Maabara", address: "Anwani",
        addressNotKept: "Haijahifadhiwa hapa. Uliza shirika lililotoa ripoti hii.",
        versions: "Matoleo", version: "Toleo", reason: "Sababu",
        corrected:
            "Matokeo haya yalisahihishwa tarehe {date}. Ni toleo la {version} na yanachukua nafasi ya matoleo ya awali.",
        preliminary: "Matokeo haya ni ya awali. Maabara bado inaweza kuyabadilisha.",
        withdrawn: "Matokeo haya yameondolewa. Usichukue hatua kwa thamani zake.",
        held: "Maabara bado haijathibitisha matokeo haya.",
        verify: "Matokeo haya yanahitaji kuthibitishwa na mtaalamu wa afya.",
        newestOnly: "Matokeo {count} mapya zaidi tu yanaonyeshwa.", noResults: "Bado hakuna matokeo.",
        kits: "Vifurushi vya kipimo", registeredOn: "Kilisajiliwa",
        kitStatuses: [
            .issued: "Kimetolewa", .shipped: "Kimetumwa", .registered: "Kimesajiliwa", .mailed: "Sampuli imetumwa",
            .received: "Sampuli imepokelewa", .processing: "Maabarani", .resulted: "Matokeo yametolewa",
            .rejected: "Kimekataliwa", .expired: "Muda umeisha", .cancelled: "Kimefutwa", .replaced: "Kimebadilishwa",
        ],
        alerts: "Tahadhari", raisedOn: "Ilitolewa",
        accesses: "Nani ameona rekodi",
        accessesTold: "Rekodi ilisomwa au kubadilishwa mara {count}. Faili accesses.json inaorodhesha kila mara.",
        footer: "Imechapishwa tarehe {date}. Matokeo yanapaswa kuelezwa na daktari.")
}
