-- Who wrote the description of a key: a file, which may renew it, or a person. Descriptions that only imports have
-- written so far are those of files.
alter table translation_key
  add column description_origin text not null default 'person' check (description_origin in ('file', 'person'));
update translation_key k
set description_origin = 'file'
from change c
where k.description <> '' and c.project_id = k.project_id and c.id = k.created_change_id and c.kind = 'import'
  and not exists (
    select from key_history h
    join change e on e.project_id = h.project_id and e.id = h.change_id
    where h.project_id = k.project_id and h.key_id = k.id and h.after ? 'description' and e.kind <> 'import');
