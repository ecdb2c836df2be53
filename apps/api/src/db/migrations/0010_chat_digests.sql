-- expand
--
-- A summary a day of what waits for people, in a chat.

alter table webhook
  -- Time of the day in UTC. Null: no summary.
  add column digest_at text collate "C",
  add column next_digest_at timestamptz;
create index webhook_digest on webhook (next_digest_at) where next_digest_at is not null;
