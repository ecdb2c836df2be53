-- Null for a key of the organization. A personal key has at most the scopes that the role of its user still has,
-- and ends with the membership.
alter table api_key add column user_id uuid references app_user (id);
create index api_key_user on api_key (organization_id, user_id) where user_id is not null;
