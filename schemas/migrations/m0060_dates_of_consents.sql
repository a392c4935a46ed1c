-- When each consent was given or withdrawn last, and what the person was shown then. See the decision 0165-dates-of-consents.
-- NULL: it was never given, or before these columns were there.
ALTER TABLE profile ADD COLUMN consent_clinicians_at INTEGER;
ALTER TABLE profile ADD COLUMN consent_research_at INTEGER;
ALTER TABLE profile ADD COLUMN consent_partners_at INTEGER;
-- NULL: nothing was shown, or it is not known.
ALTER TABLE profile ADD COLUMN consent_clinicians_notice BLOB REFERENCES consent_notice (id);
ALTER TABLE profile ADD COLUMN consent_research_notice BLOB REFERENCES consent_notice (id);
ALTER TABLE profile ADD COLUMN consent_partners_notice BLOB REFERENCES consent_notice (id);
-- clear id: profile.consent_clinicians_notice profile.consent_research_notice profile.consent_partners_notice
