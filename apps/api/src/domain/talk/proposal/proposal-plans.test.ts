import { parseQuery } from '@parlance/query';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { rowsRead } from '../../../../test/measure/rows-read.ts';
import type { Db } from '../../../db/client.ts';
import { LAST_ID, newId } from '../../../db/ids/uuid.ts';
import type { RowFilter } from '../../editor/row/row-filter.ts';
import { indexRows } from '../../editor/row/row-scan.store.ts';
import { trustedProject } from '../../kernel/tenant.ts';
import { countOpen } from './open-count.store.ts';
import { findOpenProposals, listProposals, type ProposalFilter } from './proposal.store.ts';
import { readProposalEvents } from './proposal-event.store.ts';

const PROPOSALS = 5_000;
const LIMIT = 20;

let app: TestApp;
let tenant: Tenant;
let projectId: ReturnType<typeof trustedProject>;
let keyIds: string[];
const person = newId();
const rare = newId();

describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

beforeAll(async () => {
  projectId = trustedProject((await createProject(tenant.client)).id);
  const { i18n } = tenant.client;
  await i18n.locales.create({ projectId, code: 'de' });
  const content = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`key${index}`, 'Text']),
  );
  await i18n.projects.import({ projectId, locale: 'en', content });
  keyIds = (await i18n.keys.list({ projectId, limit: 500 })).data.map(({ id }) => id);
  const states = ['open', 'accepted', 'declined', 'withdrawn'];
  await sql`
    insert into proposal (project_id, id, key_id, locale_id, text, base_version, source_version,
                          author_type, author_id, person_id, state, created_at, event_id, decided_at)
    select ${projectId}::uuid, uuid_of.id, (${keyIds}::uuid[])[1 + n % 499], 2, 'x', 0, 0, 'user',
           p.id, p.id, s.state::proposal_state, now(), uuid_of.id,
           case when s.state <> 'open' then now() end
    from generate_series(1, ${PROPOSALS}::int) n
    cross join lateral (select gen_random_uuid() as id where n > 0) uuid_of
    cross join lateral (select (${states}::text[])[1 + n % 4] as state) s
    cross join lateral (
      select case when n % 1000 = 0 then ${rare}::uuid
                  when s.state = 'open' then gen_random_uuid() else ${person}::uuid end as id) p`.execute(
    app.db,
  );
});

const TABLES = ['proposal', 'translation_key'];

const ALL: ProposalFilter = { state: 'open', keyId: null, localeId: null, isOwn: false };
const locale = { project_id: '', id: 2, code: 'de', name: 'German', enabled: true };
const filter: RowFilter = {
  query: parseQuery('has:proposal').query!,
  source: { ...locale, id: 1, code: 'en' },
  asked: [locale],
  named: new Map(),
  errorChecks: 0n,
};
const { signal } = new AbortController();
const page = { limit: LIMIT, after: null };

describe.each(['unknown to', 'known to'])(
  'a query for proposals, in a project %s the statistics,',
  (kind) => {
    beforeAll(async () => {
      if (kind === 'known to') await sql`analyze`.execute(app.db);
    });

    const list = (db: Db, filter: Partial<ProposalFilter>, by = person) =>
      listProposals(db, projectId, by, { ...ALL, ...filter }, page);
    const someKey = () => keyIds[7]!;
    const place = () => ({ keyId: someKey(), localeId: 2 });

    it.each<[what: string, read: (db: Db) => Promise<unknown>]>([
      ['open proposals', (db) => list(db, {})],
      ['open proposals in a locale', (db) => list(db, { localeId: 2 })],
      ['open proposals for a key', (db) => list(db, { keyId: someKey() })],
      ['declined proposals', (db) => list(db, { state: 'declined' })],
      ['declined proposals for a key', (db) => list(db, { state: 'declined', keyId: someKey() })],
      ['the proposals of a person who made few', (db) => list(db, { isOwn: true }, rare)],
      ['open proposals for a value', (db) => findOpenProposals(db, projectId, place())],
      [
        'the numbers of open proposals for a few keys',
        (db) => countOpen(db, projectId, [2], keyIds.slice(0, 5)),
      ],
      ['the events after a given event', (db) => readProposalEvents(db, [projectId], LAST_ID)],
    ])('reads fewer than a tenth of the proposals for %s', async (_, read) => {
      await app.db.connection().execute(async (db) => {
        expect(await rowsRead(db, TABLES, () => read(db))).toBeLessThan(PROPOSALS / 10);
      });
    });

    it('reads each proposal at most once', async () => {
      await app.db.connection().execute(async (db) => {
        const options = { after: null, found: 0, step: 200, maxKeyIds: 0, signal };
        const read = await rowsRead(db, TABLES, () => indexRows(db, projectId, filter, options));
        expect(read).toBeLessThan(PROPOSALS);
      });
    });
  },
);
