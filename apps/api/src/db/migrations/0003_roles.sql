-- expand

alter type member_role add value 'reviewer' after 'developer';

-- Locales whose values the member may change. Null for all locales.
alter table membership add locale_tags text[] collate "C";
alter table invitation add locale_tags text[] collate "C";
