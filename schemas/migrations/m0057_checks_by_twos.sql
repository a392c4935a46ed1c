-- SQLite stores the words of a list of three or more in a table of its own, each time that a CHECK reads it. Those of two it
-- compares. So the CHECKs of tables that most requests write name their words two by two. See the decision 0160-checks-by-twos.
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (state IN (''open'', ''acknowledged'', ''resolved'', ''retracted''))',
    'CHECK (state IN (''open'', ''acknowledged'') OR state IN (''resolved'', ''retracted''))')
WHERE type = 'table' AND name = 'alert';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (kind IN (''acknowledged'', ''resolved'', ''read-back-failed'', ''escalated'', ''step-skipped'', ''raised'', ''retracted'', ''backfilled'', ''leased'', ''extended'', ''released'', ''returned'', ''expired'',
        ''acked'', ''bound'', ''parked'', ''stuck'', ''redriven'', ''replayed''))',
    'CHECK (kind IN (''acknowledged'', ''resolved'') OR kind IN (''read-back-failed'', ''escalated'') OR kind IN (''step-skipped'', ''raised'') OR kind IN (''retracted'', ''backfilled'') OR kind IN (''leased'', ''extended'') OR kind IN (''released'', ''returned'') OR kind IN (''expired'', ''acked'') OR kind IN (''bound'', ''parked'') OR kind IN (''stuck'', ''redriven'') OR kind = ''replayed'')')
WHERE type = 'table' AND name = 'alert_event';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (state IN (''waiting'', ''fired'', ''skipped'', ''cancelled''))',
    'CHECK (state IN (''waiting'', ''fired'') OR state IN (''skipped'', ''cancelled''))')
WHERE type = 'table' AND name = 'alert_step';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (noun IN (''profile'', ''kit'', ''result'', ''alert''))',
    'CHECK (noun IN (''profile'', ''kit'') OR noun IN (''result'', ''alert''))')
WHERE type = 'table' AND name = 'change';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (state IN (''pending'', ''leased'', ''acked'', ''parked''))',
    'CHECK (state IN (''pending'', ''leased'') OR state IN (''acked'', ''parked''))')
WHERE type = 'table' AND name = 'delivery';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (status IN (''issued'', ''shipped'', ''registered'', ''mailed'', ''received'', ''processing'',
        ''resulted'', ''rejected'', ''expired'', ''cancelled'', ''replaced''))',
    'CHECK (status IN (''issued'', ''shipped'') OR status IN (''registered'', ''mailed'') OR status IN (''received'', ''processing'') OR status IN (''resulted'', ''rejected'') OR status IN (''expired'', ''cancelled'') OR status = ''replaced'')')
WHERE type = 'table' AND name = 'kit';
UPDATE sqlite_master SET sql = replace(replace(sql,
    'CHECK (receiver_kind IN (''account'', ''team'', ''profile'', ''operator'', ''address''))',
    'CHECK (receiver_kind IN (''account'', ''team'') OR receiver_kind IN (''profile'', ''operator'') OR receiver_kind = ''address'')'),
    'CHECK (language IN (''en'', ''es'', ''sw''))',
    'CHECK (language IN (''en'', ''es'') OR language = ''sw'')')
WHERE type = 'table' AND name = 'notice';
UPDATE sqlite_master SET sql = replace(replace(sql,
    'CHECK (lane IN (0, 1, 2))',
    'CHECK (lane IN (0, 1) OR lane = 2)'),
    'CHECK (state IN (''waiting'', ''sent'', ''delivered'', ''failed'', ''cancelled''))',
    'CHECK (state IN (''waiting'', ''sent'') OR state IN (''delivered'', ''failed'') OR state = ''cancelled'')')
WHERE type = 'table' AND name = 'notice_send';
UPDATE sqlite_master SET sql = replace(replace(sql,
    'CHECK (sex IN (''female'', ''male'', ''other'', ''unknown''))',
    'CHECK (sex IN (''female'', ''male'') OR sex IN (''other'', ''unknown''))'),
    'CHECK (language IN (''en'', ''es'', ''sw''))',
    'CHECK (language IN (''en'', ''es'') OR language = ''sw'')')
WHERE type = 'table' AND name = 'profile';
UPDATE sqlite_master SET sql = replace(sql,
    'CHECK (held_for IN (''details-in-conflict'', ''unit-suspect'', ''implausible-jump'', ''genotype-contradicts'', ''genotype-differs'', ''comparator-open'', ''date-in-future'', ''date-before-birth'', ''date-before-issue'', ''date-before-ranges'', ''kit-rejected'', ''kit-expired'', ''kit-cancelled'', ''kit-replaced'', ''other-result''))',
    'CHECK (held_for IN (''details-in-conflict'', ''unit-suspect'') OR held_for IN (''implausible-jump'', ''genotype-contradicts'') OR held_for IN (''genotype-differs'', ''comparator-open'') OR held_for IN (''date-in-future'', ''date-before-birth'') OR held_for IN (''date-before-issue'', ''date-before-ranges'') OR held_for IN (''kit-rejected'', ''kit-expired'') OR held_for IN (''kit-cancelled'', ''kit-replaced'') OR held_for = ''other-result'')')
WHERE type = 'table' AND name = 'result';
UPDATE sqlite_master SET sql = replace(replace(replace(replace(sql,
    'CHECK (status IN (''registered'', ''preliminary'', ''final'', ''amended'', ''corrected'', ''cancelled'',
        ''entered-in-error''))',
    'CHECK (status IN (''registered'', ''preliminary'') OR status IN (''final'', ''amended'') OR status IN (''corrected'', ''cancelled'') OR status = ''entered-in-error'')'),
    'CHECK (unit IN (''mg/dL'', ''g/L'', ''umol/L''))',
    'CHECK (unit IN (''mg/dL'', ''g/L'') OR unit = ''umol/L'')'),
    'CHECK (comparator IN (''<'', ''<='', ''>='', ''>''))',
    'CHECK (comparator IN (''<'', ''<='') OR comparator IN (''>='', ''>''))'),
    'CHECK (flag IN (''LL'', ''L'', ''N'', ''H'', ''HH''))',
    'CHECK (flag IN (''LL'', ''L'') OR flag IN (''N'', ''H'') OR flag = ''HH'')')
WHERE type = 'table' AND name = 'result_version';
PRAGMA writable_schema = OFF;
PRAGMA schema_version = 57000;
-- Going back to a savepoint makes this connection read it again.
SAVEPOINT reread;
ROLLBACK TO reread;
RELEASE reread;
