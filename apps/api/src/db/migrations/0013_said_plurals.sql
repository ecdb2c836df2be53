-- What a file said of the plural family of a key: its forms are cardinal and selected by integers or by any number,
-- or they are ordinal. Null if no file did: the names then tell of the family.
alter table translation_key add column plural_said text collate "C"
  check (plural_said in ('integer', 'number', 'ordinal'));
-- Families whose forms are selected by integers; `cardinal_families` are the others.
alter table key_count add column integer_families bigint not null default 0;
