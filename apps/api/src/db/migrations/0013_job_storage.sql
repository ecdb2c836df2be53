-- What a job has is written once, read once or twice and cleared: to pack it took longer than to write it.
alter table translation_source alter column strings set storage external;
alter table translation_chunk alter column results set storage external;

-- Of a cache nothing depends, and it is swept by its age: looking the organization up for each answer took
-- a third of its writing.
alter table engine_answer drop constraint engine_answer_organization_id_fkey;
