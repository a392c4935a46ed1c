-- How far a group has been given the alerts that were open when it was made, or when it began to want more: the last of them in their
-- order (band, rank, id), an empty blob if none yet, NULL if all. There may be many, so they are given in parts.
ALTER TABLE consumer_group ADD COLUMN offered_to BLOB;
