-- Each page of a list is read from an index, however many other rows the list leaves out.
create index membership_role on membership (organization_id, role, joined_at, user_id);
create index project_archived on project (organization_id, id) where archived_at is not null;
create index project_archived_parent on project (parent_id, id)
  where parent_id is not null and archived_at is not null;
create index environment_archived on environment (project_id, id) where archived_at is not null;
create index api_key_active on api_key (organization_id, id) where revoked_at is null;
drop index api_key_user;
create index api_key_active_user on api_key (organization_id, user_id, id)
  where user_id is not null and revoked_at is null;
create index invitation_pending on invitation (organization_id, id)
  where accepted_at is null and revoked_at is null;
