-- By locale: why no engine translated into it; null once one has.
alter table translation_job add column locale_errors jsonb not null default '{}';

-- That a value is outdated is a finding of the checks now: the bit of `outdated`, the 22nd code.
update translation_value v set checks = v.checks | 2097152
from translation_key k
join project p on p.id = k.project_id
where k.source_version > 0
  and v.project_id = k.project_id and v.key_id = k.id and v.locale_id <> p.source_locale_id
  and v.source_version < k.source_version and v.checks & 2097152 = 0;
