-- Prefixes of names under which bundles of the environment can be requested: they bound the number of shapes.
alter table environment add column prefixes text[] collate "C" not null default '{}';
