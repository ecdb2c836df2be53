-- Whether a project's keys (locale 0), or the values of one locale, are still what they were: each
-- transaction that writes them gives them another revision, as its last statement. What has no row was
-- never written since.
create table content_revision (
  project_id uuid not null references project (id),
  locale_id smallint not null,
  revision uuid not null,
  primary key (project_id, locale_id)
);

-- What the checks complain of is little: to count it costs as much as there is of it.
create index translation_value_complaint on translation_value (project_id, locale_id, key_id)
  where checks <> 0;
