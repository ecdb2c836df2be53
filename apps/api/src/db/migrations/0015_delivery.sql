-- expand
--
-- What apps read outlives what people archive and disable (docs/adr/releases/0044-apps-outlive-clicks.md).

-- Since when apps get 410. What was archived before this migration was not delivered, and stays stopped.
alter table project add column delivery_stopped_at timestamptz;
alter table environment add column delivery_stopped_at timestamptz;
update project set delivery_stopped_at = archived_at where archived_at is not null;
update environment set delivery_stopped_at = archived_at where archived_at is not null;

-- Disabled locales that a release of all locales leaves to readers as an earlier release published them. The previous
-- version does not know this table, so its deletion of old releases cascades.
create table release_kept_locale (
  project_id uuid not null,
  release_id uuid not null,
  locale text collate "C" not null,
  from_release_id uuid not null,
  primary key (project_id, release_id, locale),
  foreign key (project_id, release_id) references release (project_id, id) on delete cascade,
  foreign key (project_id, from_release_id) references release (project_id, id) on delete cascade
);
create index release_kept_locale_from on release_kept_locale (from_release_id, project_id);

-- Requests for bundles by hour. There is no foreign key: one statement adds the counts of many projects, and none of
-- them can make it fail.
create table bundle_read (
  project_id uuid not null,
  environment_id uuid not null,
  hour timestamptz not null,
  requests bigint not null,
  primary key (project_id, environment_id, hour)
);
create index bundle_read_age on bundle_read (hour);
