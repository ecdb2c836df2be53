-- Whether any key has a description is asked by each export as CSV; without this, where none has one,
-- all keys are read for it.
create index translation_key_described on translation_key (project_id)
  where archived_at is null and description <> '';
