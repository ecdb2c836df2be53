-- Locales that do not say their language can no longer be added: they have no plural forms and no engine.
update locale l set enabled = false
from project p
where p.id = l.project_id and p.source_locale_id <> l.id and l.code ~ '^und(-|$)';
