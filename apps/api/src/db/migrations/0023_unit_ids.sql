-- Id of the unit of a key in the XLIFF file that it came from, if it differs from the name.
alter table translation_key add column unit_id text collate "C";
