extension English {
    /// The texts of summaries for patients. `docs/summaries.md` has the source of each statement.
    static func summary(_ phrase: SummaryPhrase) -> String {
        switch phrase {
        case .level:
            "AAT (alpha-1 antitrypsin) is a protein in the blood that helps to protect your lungs. On {date}, your AAT level was {level}[, measured by {laboratory}]. The normal range of this test is {range}."
        case .withoutLevel:
            "AAT (alpha-1 antitrypsin) is a protein in the blood that helps to protect your lungs. The test of {date}[, by {laboratory},] reports no AAT level."
        // ATS/ERS 2003: below 57 mg/dL (11 umol/L) the risk to the lungs rises; lungs and liver are to be examined.
        case .severelyLow:
            "This is very low. Below {limit}, the lungs are less protected. It does not mean that you are ill now. Make an appointment with your doctor, who can examine your lungs and liver. Do not smoke, and avoid smoke and dust."
        // ATS/ERS 2003: carriers of one changed allele have levels between the severe limit and the normal range.
        case .low:
            "This is below the normal range. Many people with such a level carry one changed AAT gene and stay healthy. Show this result to your doctor at your next visit. If you smoke, giving up protects your lungs best."
        // ATS/ERS 2003: levels of carriers and normal levels overlap.
        case .normal:
            "This is within the normal range. The level alone needs no action. A normal level does not rule out that you carry a changed AAT gene."
        // ATS/ERS 2003: AAT is an acute-phase protein; pregnancy and oestrogens raise it, too.
        case .high:
            "This is above the normal range. It is not a sign of AAT deficiency. An infection, an inflammation, an injury, a pregnancy or oestrogen (for example in some contraceptive pills) can raise AAT for a time. Show this result to your doctor at your next visit, and sooner if you feel ill."
        // Requirement R3.1.
        case .criticallyHigh:
            "This is {times} times the upper limit of the normal range. Contact your doctor today, and show them this result. If you feel very ill or have difficulty breathing, call the emergency number now. A strong inflammation can raise AAT: your doctor looks for the reason."
        case .askForGenotype: "A gene test can show the reason for a low level. Ask your doctor whether you need one."
        case .first: "This is your first AAT result here, so there is no earlier level to compare it with."
        case .risen:
            "The level is higher than on {earlierDate}, when it was {earlierLevel}. Your doctor can tell you whether the change matters."
        case .fallen:
            "The level is lower than on {earlierDate}, when it was {earlierLevel}. Your doctor can tell you whether the change matters."
        case .steady:
            "The level is about the same as on {earlierDate}, when it was {earlierLevel}. Small changes are usual."
        case .open:
            "On {earlierDate}, your level was {earlierLevel}. The two levels can't be compared exactly, because their units differ or one of them is a limit."
        case .genotypeUsual: "Your genotype is {genotype}: both copies of your AAT gene are of the usual kind."
        // ATS/ERS 2003; Alpha-1 Foundation, guide for carriers.
        case .genotypeCarrier:
            "Your genotype is {genotype}: one of the two copies of your AAT gene is changed. Most people with one changed copy stay healthy, above all if they do not smoke. Your parents, brothers, sisters and children may have the same change."
        // ATS/ERS 2003: the risk of SZ is lower than that of ZZ, and rises with smoking.
        case .genotypeTwoChanged:
            "Your genotype is {genotype}: both copies of your AAT gene are changed. The risk to the lungs is lower than with the genotype ZZ, and smoking raises it. Ask your doctor which check-ups you need, and whether your family should be tested."
        // ATS/ERS 2003: emphysema, and liver disease in some people with Z; not smoking is the first measure.
        case .genotypeSevere:
            "Your genotype is {genotype}: both copies of your AAT gene are changed, so the blood contains very little AAT. This can harm the lungs, and in some people the liver. Not smoking is the most important protection. Ask your doctor for a specialist in AAT deficiency, and whether your family should be tested."
        case .genotypeRare:
            "Your genotype is {genotype}, which is rare. Ask your doctor or a genetic counsellor what it means for you and your family."
        // ATS/ERS 2003: isoelectric focusing shows proteins; a null gene makes none, so M may be MM or M/Null.
        case .phenotype:
            "Your phenotype is {phenotype}: these are the forms of AAT that the test found in your blood. A gene that makes no AAT does not show in it. Ask your doctor whether you need a gene test."
        // ATS/ERS 2003: inflammation can raise a deficient level into the normal range; CRP shows it.
        case .acutePhase:
            "Your CRP was raised, which is a sign of inflammation. Inflammation raises AAT, so your usual level may be lower. Ask your doctor whether to repeat the test when you are well."
        case .preliminary: "This result is preliminary: the laboratory may still change it."
        case .corrected: "The laboratory corrected this result. Do not use an earlier value of it."
        case .unverified:
            "This result is not verified yet. Do not change a treatment because of it until your doctor or the laboratory has confirmed it."
        case .withdrawn:
            "The laboratory withdrew this result, because it is not valid. Do not act on it. Ask your doctor whether to repeat the test."
        case .closing:
            "This text explains a result. It does not replace the advice of your doctor, who knows your history."
        }
    }
}
