-- expand
--
-- Webhooks: what they are told, and their deliveries (docs/adr/service/0043-an-outbox-orders-events.md).

-- Identifies the key that encrypts the secrets of the database. No row: nothing is encrypted yet.
create table secret_key (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null
);
