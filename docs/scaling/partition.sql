-- Turns the content tables of a migrated database without content into 8 hash partitions by project. For
-- docs/scaling.md. A content table names its project in each of its unique indexes.
begin;
-- An equation: PostgreSQL finds the partition by it.
create or replace function is_of_project(project_id uuid, wanted uuid) returns boolean
  immutable parallel safe language sql as $$ select $1 = $2 $$;
do $$
declare
  partitions constant int := 8;
  t record;
  definition text;
  definitions text[] := '{}';
begin
  create temporary table content on commit drop as
    select c.oid, c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and a.attnotnull
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and not exists (
        select from pg_index i
        where i.indrelid = c.oid and i.indisunique and not a.attnum = any (i.indkey));

  -- Foreign keys last: they need the unique indexes of both sides.
  for t in
    select con.conname, con.conrelid::regclass as owner, pg_get_constraintdef(con.oid) as body
    from pg_constraint con
    where con.contype = 'f'
      and (con.conrelid in (select oid from content) or con.confrelid in (select oid from content))
  loop
    definitions := definitions || format('alter table %s add constraint %I %s', t.owner, t.conname, t.body);
    execute format('alter table %s drop constraint %I', t.owner, t.conname);
  end loop;

  for t in
    select content.*,
      (select coalesce(array_agg(format('alter table %I add constraint %I %s', content.name, con.conname,
          pg_get_constraintdef(con.oid))), '{}')
       from pg_constraint con where con.conrelid = content.oid and con.contype in ('p', 'u')) as keys,
      (select coalesce(array_agg(pg_get_indexdef(i.indexrelid)), '{}')
       from pg_index i
       where i.indrelid = content.oid
         and not exists (select from pg_constraint con where con.conindid = i.indexrelid)) as indexes
    from content order by name
  loop
    execute format('alter table %I rename to %I', t.name, t.name || '_whole');
    execute format(
      'create table %I (like %I including all excluding indexes) partition by hash (project_id)',
      t.name, t.name || '_whole');
    execute format('drop table %I', t.name || '_whole');
    for number in 0 .. partitions - 1 loop
      execute format('create table %I partition of %I for values with (modulus %s, remainder %s)',
        t.name || '_' || number, t.name, partitions, number);
    end loop;
    foreach definition in array t.keys || t.indexes loop
      execute definition;
    end loop;
  end loop;

  foreach definition in array definitions loop
    execute definition;
  end loop;
end
$$;
commit;
