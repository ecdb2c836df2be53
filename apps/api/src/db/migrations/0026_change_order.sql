-- Changes are listed in the order of their numbers.
drop index change_kind;
create index change_kind on change (project_id, kind, number)
  where kind <> 'edit' and parent_id is null and number is not null;
