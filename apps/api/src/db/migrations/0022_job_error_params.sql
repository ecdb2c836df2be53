-- Facts of the error of a failed job, from which clients write sentences in their own languages. Null for jobs that
-- ended before, and for errors without facts.
alter table translation_job add column error_params jsonb;
