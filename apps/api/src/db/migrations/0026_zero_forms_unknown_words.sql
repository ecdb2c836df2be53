-- A `_zero` form of i18next that the source has is needed in every locale: i18next shows it for the count
-- 0, whatever the categories of the language.
alter table translation_key add column plural_everywhere boolean not null default false;
alter table key_count add column zero_forms bigint not null default 0;

update translation_key k set plural_everywhere = true
from project p
where p.id = k.project_id and k.plural_style = '_' and k.plural_category = 'zero'
  and not k.plural_ordinal
  and exists (
    select from translation_value v
    where v.project_id = k.project_id and v.locale_id = p.source_locale_id and v.key_id = k.id);

update key_count c set zero_forms = k.forms
from (
  select project_id, count(*) as forms from translation_key
  where plural_everywhere and archived_at is null
  group by project_id
) k
where k.project_id = c.project_id;

-- Languages with the category in CLDR counted these values before.
insert into value_count as c (project_id, locale_id, state, origin, values_count)
select v.project_id, v.locale_id, v.state, v.origin, count(*)
from translation_key k
join locale l on l.project_id = k.project_id
  and split_part(l.code, '-', 1)
      not in ('ar', 'ars', 'blo', 'cv', 'cy', 'ksh', 'kw', 'lag', 'lv', 'prg')
join translation_value v
  on v.project_id = k.project_id and v.locale_id = l.id and v.key_id = k.id
where k.plural_everywhere and k.archived_at is null
group by v.project_id, v.locale_id, v.state, v.origin
on conflict (project_id, locale_id, state, origin)
do update set values_count = c.values_count + excluded.values_count;

-- Words that the engine left untranslated, as it named them; null if it named none, or a person has
-- written or confirmed the text since.
alter table translation_value add column unknown_words text collate "C";
alter table engine_answer add column unknown_words text collate "C";
