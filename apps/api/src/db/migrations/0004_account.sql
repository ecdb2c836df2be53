-- What a person sets in the web app: views, shortcuts, saved queries.
alter table app_user add column preferences jsonb not null default '{}';

-- Browser that started the session, as it named itself.
alter table session add column user_agent text collate "C";

alter type mail_token_purpose add value 'change_email';
-- New address that a `change_email` token confirms.
alter table mail_token add column email text collate "C";
