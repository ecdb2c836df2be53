-- How many uses the last request for a lease was granted: what a process may count on its own.
alter table rate_window add column granted integer not null default 0;
