extension English {
    /// The texts of notices. See `docs/texts.md` for the rules.
    static func words(_ kind: NoticeKind) -> NoticeWords {
        switch kind {
        case .alertPatient:
            // Requirement R3.2 prescribes the title and the text with values.
            NoticeWords(
                title: "⚠️ AAT Level Alert",
                plain: "There is an urgent test result for you. Contact your doctor today.",
                full: "Your AAT level is {times}x normal ({level}). Contact your doctor today.",
                action: "Call your doctor or your clinic today, and show them this message.")
        case .alertLowPatient:
            NoticeWords(
                title: "AAT Level Very Low",
                plain: "There is a test result that your doctor should explain to you.",
                full: "Your AAT level is very low ({level}). Ask your doctor what it means.",
                action: "Make an appointment with your doctor, and show them this message.")
        case .alertStaff:
            NoticeWords(
                title: "Critical AAT alert",
                plain:
                    "A patient has a critical AAT result.[{unverified} It is not verified yet.] Read it, reach the patient and acknowledge the alert[ by {deadline}].",
                full:
                    "[Patient: {patientName}. ][Born: {birthDate}. ][Kit: {kitCode}. ]AAT: {level}[, normal {range}].[{unverified} Not verified yet.][ Phone: {phone}.] Reach the patient and acknowledge the alert[ by {deadline}].",
                action:
                    "Sign in, read the result, reach the patient, and acknowledge the alert with its value and two identifiers. Until a clinician acknowledges it, the alert goes on to more people.",
                short: "Critical AAT alert.[{unverified} Not verified yet.] Acknowledge it[ by {deadline}].")
        case .alertLowStaff:
            NoticeWords(
                title: "Very low AAT level",
                plain:
                    "A patient has a very low AAT level.[{unverified} It is not verified yet.] Read it, and tell the patient what it means.",
                full:
                    "[Patient: {patientName}. ][Born: {birthDate}. ]Very low AAT: {level}[, normal {range}][, before: {earlierLevel}].[ Reason: {reason}.][{unverified} Not verified yet.][ Phone: {phone}.] Tell the patient what it means.",
                action: "Sign in, read the result, and record what came of the alert. It ends then.",
                short: "A patient has a very low AAT level.[{unverified} Not verified yet.] Read it.")
        case .alertVerifyStaff:
            NoticeWords(
                title: "An AAT result has to be verified",
                plain:
                    "An AAT result has to be verified before anyone acts on it. Read it, and verify it or ask the laboratory.",
                full:
                    "[Patient: {patientName}. ][Born: {birthDate}. ]AAT: {level}[, normal {range}][, before: {earlierLevel}].[ Reason: {reason}.] It has to be verified before anyone acts on it.",
                action: "Sign in, read why the level is in doubt, and verify it or ask the laboratory.")
        case .alertCorrectedPatient:
            NoticeWords(
                title: "Your test result was corrected",
                plain:
                    "The laboratory corrected a result about which we wrote to you. Ask your doctor[{critical} today] what it means.",
                full:
                    "The laboratory corrected your AAT level. It is {level}[, normal {range}]. Ask your doctor[{critical} today] what it means.",
                action: "Do not act on the earlier level. Sign in to read the corrected result.")
        case .alertCorrectedStaff:
            NoticeWords(
                title: "AAT result corrected[{critical}: critical level]",
                plain:
                    "An AAT result that raised an alert was corrected. Do not act on the earlier value.[{critical} The corrected level is critical: reach the patient.] Read the correction and acknowledge it[ by {deadline}].",
                full:
                    "[Patient: {patientName}. ][Born: {birthDate}. ][Kit: {kitCode}. ]Corrected AAT: {level}[, normal {range}][, before: {earlierLevel}].[ Reason: {reason}.][{unverified} Not verified yet.][ Phone: {phone}.] Do not act on the earlier value.[{critical} Reach the patient.] Acknowledge the correction[ by {deadline}].",
                action:
                    "Sign in, read the corrected result, tell the patient if they know the earlier value, and acknowledge the correction.",
                short:
                    "An AAT result was corrected.[{critical} It is critical.] Do not act on the earlier value. Acknowledge it[ by {deadline}]."
            )
        case .alertWithdrawnPatient:
            NoticeWords(
                title: "Your test result was withdrawn",
                plain:
                    "The laboratory withdrew a result about which we wrote to you. That level does not hold. Ask your doctor what happens next.",
                action: "Do not act on that level. If you take or do anything because of it, call your doctor today.",
                short:
                    "The laboratory withdrew a result about which we wrote to you. Ask your doctor what happens next.")
        case .alertWithdrawnStaff:
            NoticeWords(
                title: "AAT result withdrawn",
                plain:
                    "The laboratory withdrew an AAT result that raised an alert. Its level does not hold: do not act on it. Tell the people who act on it, and confirm that you know[ by {deadline}].",
                full:
                    "[Patient: {patientName}. ][Born: {birthDate}. ][Kit: {kitCode}. ]The laboratory withdrew this AAT result.[ Reason: {reason}.] Its level does not hold: do not act on it.[ Phone: {phone}.] Tell the people who act on it, and confirm that you know[ by {deadline}].",
                action:
                    "Sign in, tell the patient and your colleagues that the level does not hold, and confirm the withdrawal by two identifiers. There is no level to read back.",
                short: "An AAT result was withdrawn. Do not act on its level. Confirm that you know[ by {deadline}].")
        case .alertAcknowledgedStaff:
            NoticeWords(
                title: "AAT alert acknowledged",
                plain: "A clinician acknowledged the AAT alert[ at {time}]. You need not act.",
                full: "{actorName} acknowledged the AAT alert[ about {patientName}][ at {time}]. You need not act.",
                action: "The alert is not sent to more people.")
        case .alertSettledStaff:
            NoticeWords(
                title: "AAT alert settled",
                plain:
                    "The level behind an AAT alert was verified, or is suspect no more[ at {time}]. You need not act.",
                full:
                    "The level behind the AAT alert[ about {patientName}] was verified, or is suspect no more[ at {time}]. You need not act.",
                action: "The alert is not sent to more people.")
        case .alertUnreachable:
            NoticeWords(
                title: "An AAT alert waits for a clinician",
                plain:
                    "No clinician has acknowledged an AAT alert[{critical} about a critical level]. Call a clinician now, and check the contact points and the escalation policy.",
                action: "Sign in to see the steps of the alert and whom they reached.",
                short:
                    "An AAT alert[{critical} about a critical level] waits. Call a clinician now, and check the escalation."
            )
        case .resultReady:
            NoticeWords(
                title: "Your test result is ready",
                plain: "Your test result is ready. Sign in to read it.",
                full: "Your AAT level is {level}[, normal {range}]. Sign in to read the whole result.",
                action: "If you have questions about the result, ask your doctor.")
        case .resultCorrected:
            NoticeWords(
                title: "Your test result was corrected",
                plain: "The laboratory corrected your test result. Sign in to read it.",
                full:
                    "The laboratory corrected your test result. Your AAT level is {level}[, normal {range}].[ Reason: {reason}.]",
                action: "Use the corrected result from now on. If you have questions, ask your doctor.")
        case .kitRegistered:
            NoticeWords(
                title: "Your test kit is registered",
                plain: "Your test kit is registered. Send your sample to the laboratory[ by {date}].",
                full: "Test kit {kitCode} is registered. Send your sample to the laboratory[ by {date}].",
                action: "The instructions in the kit tell you how to take the sample and send it.")
        case .kitShipped:
            NoticeWords(
                title: "Your test kit is on its way",
                plain: "We sent you a test kit[ with {carrier}].[ Tracking number: {tracking}.]",
                full: "We sent you test kit {kitCode}[ with {carrier}].[ Tracking number: {tracking}.]",
                action: "When it arrives, register it with a photo of its barcode.")
        case .kitArrived:
            NoticeWords(
                title: "Your sample has arrived",
                plain:
                    "Your sample arrived at the laboratory[ {laboratory}][ on {date}]. We will tell you when the result is ready.",
                full:
                    "The sample of kit {kitCode} arrived at the laboratory[ {laboratory}][ on {date}]. We will tell you when the result is ready.",
                action: "You need not do anything.",
                short: "Your sample arrived at the laboratory[ on {date}].")
        case .sampleDueSoon:
            NoticeWords(
                title: "Send your sample soon",
                plain:
                    "Send your sample to the laboratory by {date}. {days, plural, =0 {Today is the last day.} one {# day is left.} other {# days are left.}}",
                full:
                    "Send the sample of kit {kitCode} to the laboratory by {date}. {days, plural, =0 {Today is the last day.} one {# day is left.} other {# days are left.}}",
                action: "If you have sent it already, you need not do anything.")
        case .sampleOverdue:
            NoticeWords(
                title: "Your sample is overdue",
                plain:
                    "Your sample has been overdue for {days, plural, one {# day} other {# days}}. Send it to the laboratory today.[ This is reminder number {count}.]",
                full:
                    "The sample of kit {kitCode} has been overdue for {days, plural, one {# day} other {# days}}. Send it to the laboratory today.[ This is reminder number {count}.]",
                action: "If you have sent it already, you need not do anything. If you need a new kit, ask {sender}.",
                short:
                    "Your sample has been overdue for {days, plural, one {# day} other {# days}}. Send it to the laboratory today."
            )
        case .sampleRejected:
            NoticeWords(
                title: "Your sample could not be tested",
                plain: "The laboratory could not test your sample. Sign in to read why and what to do next.",
                full:
                    "The laboratory could not test the sample of kit {kitCode}.[ Reason: {reason}.] You need a new kit.",
                action: "Ask {sender} for a new kit. Your earlier results do not change.")
        case .nextTestDue:
            NoticeWords(
                title: "Your next test is due soon",
                plain:
                    "Your next test is due {days, plural, =0 {today} one {in # day} other {in # days}}[, on {date}].",
                action: "Ask {sender} for a test kit if you have none.")
        case .article:
            NoticeWords(
                title: "A new article for you", plain: "There is a new article for you.",
                full: "There is a new article for you: {topic}.", action: "You can read it after you sign in.")
        case .studyInvitation:
            NoticeWords(
                title: "An invitation to a study",
                plain: "You are invited to take part in a study. Taking part is voluntary.",
                full: "You are invited to take part in a study: {topic}. Taking part is voluntary.",
                action: "You can ignore this invitation. Your care does not change either way.")
        case .shareOpened:
            NoticeWords(
                title: "Your shared record was opened",
                plain: "A person with whom you share your record opened it[ on {date}][ at {time}].",
                full: "{actorName} opened your shared record[ on {date}][ at {time}].",
                action: "If you no longer want to share your record, sign in and revoke the share.")
        case .shareGiven:
            NoticeWords(
                title: "A record is shared with you", plain: "A person shares their record with you[ until {date}].",
                full: "{actorName} shares their record with you[ until {date}].",
                action:
                    "Sign in to read it, in the list of records that are shared with you. If you do not know this person, you need not do anything."
            )
        case .recordReadInEmergency:
            NoticeWords(
                title: "Your record was opened in an emergency",
                plain:
                    "A clinician who does not have you in their care opened your record in an emergency[ on {date}][ at {time}].",
                full:
                    "{actorName}, who does not have you in their care, opened your record in an emergency[ on {date}][ at {time}].[ Reason: {reason}.]",
                action: "An administrator reviews every such access. If you have questions, ask {sender}.",
                short: "A clinician opened your record in an emergency[ on {date}][ at {time}].")
        case .newPlaceSignIn:
            NoticeWords(
                title: "A sign-in from a new place",
                plain:
                    "Your account was used from a new place[ ({place})][ on {date}][ at {time}]. If this was not you, choose a new password now.",
                action: "If this was you, you need not do anything.",
                short:
                    "A sign-in from a new place[ on {date}][ at {time}]. If it was not you, choose a new password now.")
        case .contactVerification:
            NoticeWords(
                title: "Your code",
                plain: "Your code is {code}. It is valid for 15 minutes. Do not give it to other people.",
                action: "If you did not ask for a code, ignore this message.")
        case .contactDisabled:
            NoticeWords(
                title: "A way to reach you has failed",
                plain:
                    "Our messages to you[ by {channel}] could not be delivered, and we stopped sending them. Sign in to correct your contact details.",
                action: "Until then, we use your other contact details.",
                short: "Our messages to you[ by {channel}] failed, and we stopped them. Correct your contact details.")
        case .contactAdded:
            NoticeWords(
                title: "A new way to reach you",
                plain:
                    "A way to reach you[ by {channel}] was added to your account[ on {date}][ at {time}]. If this was not you, sign in, remove it, and choose a new password.",
                action: "If this was you, you need not do anything.",
                short:
                    "A way to reach you[ by {channel}] was added to your account. If it was not you, choose a new password."
            )
        case .contactRemoved:
            NoticeWords(
                title: "A way to reach you was removed",
                plain:
                    "A way to reach you[ by {channel}] was removed from your account[ on {date}][ at {time}]. If this was not you, sign in, add it again, and choose a new password.",
                action: "If this was you, you need not do anything.",
                short:
                    "A way to reach you[ by {channel}] was removed from your account. If it was not you, choose a new password."
            )
        case .credentialsChanged:
            NoticeWords(
                title: "Your sign-in was changed",
                plain:
                    "Your password, your second factor or your backup codes were changed[ on {date}][ at {time}]. If this was not you, choose a new password now.",
                action: "If this was you, you need not do anything.",
                short: "Your password or second factor was changed. If it was not you, choose a new password now.")
        case .calendarOpened:
            NoticeWords(
                title: "A calendar link was opened",
                plain:
                    "A private calendar link was opened with your account[ on {date}][ at {time}]. Anyone with it sees the dates. If this was not you, sign in, close it, and choose a new password.",
                action: "If this was you, you need not do anything.",
                short: "A calendar link was opened with your account. If it was not you, choose a new password.")
        case .teamContactDisabled:
            NoticeWords(
                title: "A way to reach a team has failed",
                plain:
                    "Messages to a team[ named {team}][ by {channel}] could not be delivered, and we stopped sending them. Set the contact point of the team again.",
                action: "Until then, the escalation uses the team's members and its other contact points.",
                short: "Messages to a team[ named {team}][ by {channel}] failed. Set its contact point again.")
        case .test:
            NoticeWords(
                title: "A test message", plain: "This is a test message. It has arrived.",
                action: "You need not do anything.")
        }
    }
}
