-- expand
--
-- What is deleted because of its age (docs/adr/service/0034-what-is-old-is-deleted.md).

-- Changes with a lower number than `kept_from` are no longer shown, reverted or merged with. Those up to `swept_to` are
-- deleted, but for those that wrote a text which is still there.
alter table change_sequence
  add column kept_from bigint not null default 0,
  add column swept_to bigint not null default 0;

-- When a sweep found that no release has the blob. Null: a release has it, or no sweep has looked.
alter table bundle_blob add column unnamed_since timestamptz;

-- Releases that publish an earlier one again: that one is kept.
create index release_from on release (from_release_id, project_id) where from_release_id is not null;
