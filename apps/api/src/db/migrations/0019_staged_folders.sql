-- expand
--
-- A staged import of a folder: its pattern, and the files in their order. Null: of one file.
alter table staged_import add column folder jsonb;

-- The place of the file in the folder that the rows come from.
alter table staged_import_chunk add column file smallint not null default 0;
create index staged_import_chunk_file on staged_import_chunk (project_id, import_id, file, chunk);
