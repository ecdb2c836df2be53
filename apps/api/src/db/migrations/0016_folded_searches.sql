-- expand
--
-- Searches without case fold more than `lower` does (docs/adr/content/0049-searches-fold-the-query.md). `fold_kinds` says
-- which texts can differ: the kinds of characters as bits. The version before does not write it, so it is known only if
-- `fold_version` is the version of the value.

alter table translation_value
  add column fold_kinds smallint,
  add column fold_version integer;
