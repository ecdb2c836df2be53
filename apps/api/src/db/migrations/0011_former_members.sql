-- expand
--
-- The organizations that a person has left. Records of these organizations have the name of the person until the account is
-- erased. The audit log cannot say which organizations they are, because its entries are deleted at their age.

create table former_membership (
  user_id uuid not null references app_user (id),
  organization_id uuid not null references organization (id),
  left_at timestamptz not null,
  primary key (user_id, organization_id)
);
insert into former_membership (user_id, organization_id, left_at)
select l.actor_id, l.organization_id, max(l.at)
from audit_log l
join app_user u on u.id = l.actor_id
where not exists (
  select from membership m where m.organization_id = l.organization_id and m.user_id = l.actor_id)
group by l.actor_id, l.organization_id;
