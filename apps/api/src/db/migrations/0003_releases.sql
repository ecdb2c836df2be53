-- Releases point at blobs; a blob is a locale's messages under the SHA-256 of their flat JSON.

create table bundle_blob (
  project_id uuid not null references project (id),
  sha256 bytea not null,
  -- Flat JSON in the order of the keys, UTF-8.
  content bytea not null,
  key_count integer not null,
  created_at timestamptz not null,
  primary key (project_id, sha256)
);

create table release (
  project_id uuid not null,
  id uuid not null,
  environment_id uuid not null,
  version integer not null,
  note text collate "C" not null default '',
  -- Where it is an earlier release published anew.
  from_release_id uuid,
  actor_type actor_type not null,
  actor_id uuid not null,
  actor_name text collate "C" not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, environment_id, version),
  foreign key (project_id, environment_id) references environment (project_id, id)
);

create table release_locale (
  project_id uuid not null,
  release_id uuid not null,
  locale text collate "C" not null,
  sha256 bytea not null,
  key_count integer not null,
  size_bytes integer not null,
  -- Of everything that the messages were made from: equal fingerprints, equal messages.
  fingerprint text collate "C" not null,
  primary key (project_id, release_id, locale),
  foreign key (project_id, release_id) references release (project_id, id),
  foreign key (project_id, sha256) references bundle_blob (project_id, sha256)
);
