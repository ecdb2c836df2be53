-- expand
--
-- How many messages of a locale are texts of other locales, by the tag of that locale. Null: not counted, as in releases of
-- earlier versions.

alter table release_locale add column stand_ins jsonb;
