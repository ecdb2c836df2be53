-- Search without case in any language. PostgreSQL 17 and later have a collation of their own for it,
-- the same on every host; earlier ones have ICU's, and without that fold ASCII only.
do $$
declare
  base text := 'C';
begin
  if exists (select from pg_collation where collname = 'pg_c_utf8') then
    base := 'pg_c_utf8';
  elsif exists (select from pg_collation where collname = 'und-x-icu') then
    base := 'und-x-icu';
  end if;
  execute format('create collation search_fold from pg_catalog.%I', base);
end
$$;
