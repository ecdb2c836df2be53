-- Translations that came in a file of another translation memory: they belong to no key.
create table memory_unit (
  project_id uuid not null references project (id),
  id uuid not null,
  -- Of the project, so that the memory of an organization is found without its projects.
  organization_id uuid not null,
  source_locale text collate "C" not null,
  target_locale text collate "C" not null,
  source text collate "C" not null,
  target text collate "C" not null,
  -- As those of a key.
  source_hash bytea not null,
  masked_hash bytea not null,
  memory_bands bigint[] not null,
  target_hash bytea not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, target_locale, source_hash, target_hash)
);
create index memory_unit_source_hash on memory_unit (organization_id, source_hash, target_locale);
create index memory_unit_masked_hash on memory_unit (organization_id, masked_hash, target_locale);
create index memory_unit_bands on memory_unit using gin (memory_bands);
