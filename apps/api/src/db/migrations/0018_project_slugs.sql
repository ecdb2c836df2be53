-- Every slug that a project has or had: it leads to the project for good, so that no repository that names it ever
-- reaches another one.
create table project_slug (
  organization_id uuid not null references organization (id),
  slug text collate "C" not null,
  project_id uuid not null references project (id) deferrable initially deferred,
  primary key (organization_id, slug)
);

-- The slug that answers show.
alter table project add column slug text collate "C";

with named as (
  select id, organization_id,
         rtrim(left(trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 54), '-') as slug
  from project
), usable as (
  select id, organization_id,
         case when slug = '' or slug ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'project' else slug end as slug
  from named
), numbered as (
  select id, slug, row_number() over (partition by organization_id, slug order by id) as place
  from usable
)
update project p
set slug = case when n.place = 1 then n.slug else n.slug || '-' || right(n.id::text, 8) end
from numbered n
where n.id = p.id;

insert into project_slug (organization_id, slug, project_id)
select organization_id, slug, id from project;

alter table project alter column slug set not null;
