-- A release of only some of the locales takes nothing from the readers of the others: they stay with the
-- release that they had. One of all of them ends what it does not have.
alter table release add column partial boolean not null default false;
