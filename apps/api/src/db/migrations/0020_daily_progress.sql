-- Progress of a project at the end of a day in UTC: of each enabled locale, and as locale 0 of the enabled target
-- locales together. A day on which nothing differs from the day before has no row. Rows are kept for 180 days, and
-- the last one before these.
create table daily_progress (
  project_id uuid not null references project (id),
  locale_id smallint not null,
  day date not null,
  translated bigint not null,
  needs_review bigint not null,
  missing bigint not null,
  primary key (project_id, locale_id, day)
);
create index daily_progress_age on daily_progress (day);
