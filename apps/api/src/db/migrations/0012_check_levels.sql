-- The levels of checks that the project had when a release was made: its errors and warnings stay what they were.
alter table release add column check_levels jsonb not null default '{}';
