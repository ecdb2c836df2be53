-- expand
--
-- Outdated values of keys that are not translatable need no work, so the counts no longer contain them.

insert into outdated_value_delta (project_id, locale_id, values_count)
select v.project_id, v.locale_id, -count(*)
from translation_key k
join translation_value v on v.project_id = k.project_id and v.key_id = k.id
where not k.translatable and k.archived_at is null and v.source_version <> k.source_version
group by v.project_id, v.locale_id;
