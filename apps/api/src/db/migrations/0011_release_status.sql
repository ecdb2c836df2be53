-- A task publishes a release after it was requested: readers know published releases only.
create type release_status as enum ('publishing', 'published', 'failed');

alter table release
  add column status release_status not null default 'published',
  add column published_at timestamptz,
  -- Why it failed: code, detail and errors, as in an error response.
  add column failure jsonb,
  -- True while the request that created it waits: if nothing would change, the release is deleted, and the
  -- request is answered with the live one.
  add column withdrawable boolean not null default false;
update release set published_at = created_at;
alter table release
  alter column status drop default,
  add check ((status = 'published') = (published_at is not null)),
  add check ((status = 'failed') = (failure is not null));

-- A failed release gives its version to the next one.
alter table release drop constraint release_project_id_environment_id_version_key;
create unique index release_version on release (project_id, environment_id, version)
  where status = 'published';
-- One release of an environment is published at a time.
create unique index release_publishing on release (project_id, environment_id)
  where status = 'publishing';

create or replace function record_release_activity() returns trigger language plpgsql as $$
begin
  insert into activity (organization_id, id, type, project_id, at)
  select p.organization_id, new.id, 'release', p.id, new.published_at
  from project p where p.id = new.project_id;
  return null;
end
$$;
drop trigger release_activity on release;
create trigger release_activity after insert on release
  for each row when (new.status = 'published') execute function record_release_activity();
create trigger release_published_activity after update on release
  for each row when (old.status <> 'published' and new.status = 'published')
  execute function record_release_activity();
