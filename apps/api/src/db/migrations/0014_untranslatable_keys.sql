-- False for a text that is the same in all languages. The forms of a plural family agree.
alter table translation_key add column translatable boolean not null default true;
-- Active keys outside of families that no locale needs. `plain_keys` and the families are without them.
alter table key_count add column untranslatable_keys bigint not null default 0;
