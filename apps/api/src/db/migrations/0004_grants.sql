-- expand

alter type member_role add value 'contributor' after 'translator';
alter type member_role add value 'guest' after 'viewer';

-- The role of a member in a project, in place of the role of the membership.
create table project_grant (
  organization_id uuid not null,
  user_id uuid not null,
  -- Named so that the table stays whole if content is partitioned by `project_id`: grants are read with a membership.
  granted_project_id uuid not null,
  role member_role not null,
  locale_tags text[] collate "C",
  granted_at timestamptz not null,
  primary key (organization_id, user_id, granted_project_id),
  foreign key (organization_id, user_id) references membership (organization_id, user_id) on delete cascade
);
create index project_grant_project on project_grant (granted_project_id, granted_at, user_id);

-- Projects that the invited person gets the role for, as a guest. Null: the role is that of the membership.
alter table invitation add column project_ids uuid[];
