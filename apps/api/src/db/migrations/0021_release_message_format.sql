-- expand
--
-- The message format of the texts of a release, for bundles of compiled messages. Null for a release of an earlier
-- version of the service.

alter table release add column message_format text collate "C";
