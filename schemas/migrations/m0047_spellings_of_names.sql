-- People are also found by names as passports write them, such as Mueller for Müller: the search index is brought up to date.
UPDATE profile_search SET pending = pending + 1;
