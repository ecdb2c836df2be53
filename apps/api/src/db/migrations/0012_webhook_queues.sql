-- expand
--
-- When a receiver was good, how often it has failed since, and all secrets that still sign requests.

alter table webhook
  -- The last success of any request, also of a test.
  add column succeeded_at timestamptz,
  -- Failed attempts of pending deliveries since the last success.
  add column failures integer not null default 0,
  -- Secrets from before the previous one that are still valid: their encrypted bytes in base64, and the end of each.
  add column earlier_secrets jsonb not null default '[]';
