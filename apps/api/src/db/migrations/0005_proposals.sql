-- expand

create type proposal_state as enum ('open', 'accepted', 'declined', 'withdrawn');

-- Texts that people offer for values. Somebody who may translate there accepts or declines them.
create table proposal (
  project_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  locale_id smallint not null,
  text text collate "C" not null,
  -- Versions of the value and of the source text when the text was proposed. 0: there was no value.
  base_version integer not null,
  source_version integer not null,
  -- Findings of the checks as bits, of the time when the text was proposed.
  checks bigint not null default 0,
  author_type actor_type not null,
  author_id uuid not null,
  author_name text collate "C",
  -- Who has one open proposal of a value at most: the user, also with a personal API key, or the API key of an organization.
  person_id uuid not null,
  state proposal_state not null default 'open',
  votes_count integer not null default 0,
  created_at timestamptz not null,
  -- Renewed by each change of the row, so that event streams find it.
  event_id uuid not null,
  decided_by_type actor_type,
  decided_by_id uuid,
  decided_by_name text collate "C",
  decided_at timestamptz,
  primary key (project_id, id),
  foreign key (project_id, key_id) references translation_key (project_id, id),
  foreign key (project_id, locale_id) references locale (project_id, id),
  check ((state = 'open') = (decided_at is null))
);
create unique index proposal_open on proposal (key_id, locale_id, person_id, project_id)
  where state = 'open';
create index proposal_key on proposal (key_id, project_id, id);
create index proposal_person on proposal (person_id, project_id, id);
create index proposal_waiting on proposal (project_id, id) include (locale_id) where state = 'open';
create index proposal_decided on proposal (project_id, state, id) where state <> 'open';
create index proposal_event on proposal (project_id, event_id);

create table proposal_vote (
  project_id uuid not null,
  proposal_id uuid not null,
  -- Like `person_id` of a proposal.
  user_id uuid not null,
  voted_at timestamptz not null,
  primary key (project_id, proposal_id, user_id),
  foreign key (project_id, proposal_id) references proposal (project_id, id) on delete cascade
);
