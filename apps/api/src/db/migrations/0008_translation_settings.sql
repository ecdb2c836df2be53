-- expand

-- What engines are told about the project and which engines translate, as the API has it. Null: nothing is set. Apart from
-- `settings`, because the texts are long and lists of projects do not show them.
alter table project add column translation_settings jsonb;
