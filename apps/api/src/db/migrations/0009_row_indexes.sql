-- The rows of a project, one for each plain key and for each family's form `other`: an index of rows is read
-- from here, without the keys themselves.
create index translation_key_row on translation_key (project_id, id) include (plural_category)
  where archived_at is null and (plural_category is null or plural_category = 'other');
-- Few keys are archived, so that leaving out their values is cheap.
create index translation_key_archived on translation_key (project_id, id)
  where archived_at is not null;
