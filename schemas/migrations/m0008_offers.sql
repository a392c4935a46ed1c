-- How far a group has received the alerts that were open when it was created or extended: the last one in their order (band, rank, id),
-- an empty blob if none yet, NULL if all. There may be many, so they are delivered in parts.
ALTER TABLE consumer_group ADD COLUMN offered_to BLOB;
