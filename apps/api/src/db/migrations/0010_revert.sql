-- Reverts -------------------------------------------------------------------------------------------

-- The version of the value whose text, or absence, a revert restored; null for a version of its own.
-- What two versions have restored from the same one is the same. 0 is a value that never was.
alter table translation_value add column restored_version integer;
alter table value_history add column restored_version integer;
alter table cleared_value add column restored_version integer;
-- A restored version gets its words back that an engine left untranslated.
alter table value_history add column unknown_words text;

-- A revert gives a key the source version back that it had, so that translations of that text are not
-- outdated. The next new text gets a number that none had before.
alter table translation_key add column last_source_version integer not null default 0;
update translation_key set last_source_version = source_version where source_version > 0;

-- Of a key that a revert archived again: the change that had archived it first.
alter table translation_key add column first_archived_change_id uuid;
