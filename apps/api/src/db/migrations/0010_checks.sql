-- Checks of values: what waits for them, and what a release found.

create index translation_value_unchecked on translation_value (project_id, locale_id, key_id)
  where checks is null;

-- How many values each check complained of, by its code; null for releases from before the checks.
alter table release_locale add column checks jsonb;
-- The first findings, errors before warnings.
alter table release add column check_findings jsonb;
