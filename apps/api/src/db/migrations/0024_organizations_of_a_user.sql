-- A page of the organizations of a user is read from an index, in the order of their ids.
create index membership_user_organization on membership (user_id, organization_id);
drop index membership_user;
