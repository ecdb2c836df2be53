-- A release is what it was when it was published, in its nested form too: what joined the segments of
-- its names; null where they are never split.
alter table release add column key_separator text collate "C";
update release r set key_separator = p.settings ->> 'keySeparator'
from project p where p.id = r.project_id;
