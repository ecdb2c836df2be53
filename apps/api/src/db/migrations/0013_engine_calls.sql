-- expand
--
-- How many calls to engines a translation job has made, with those whose answers were unusable.

alter table translation_job add column engine_calls integer not null default 0;
