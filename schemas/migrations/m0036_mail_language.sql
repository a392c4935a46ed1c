-- The language of a mail's text: that of its recipient's account. Earlier mails were English.
ALTER TABLE outbox ADD COLUMN language TEXT NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es', 'sw'));
-- clear word: outbox.language
