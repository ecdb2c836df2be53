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
import { trustedOwner, trustedProject } from '../../kernel/tenant.ts';
import { countComments } from './comment.store.ts';
import { readCommentEvents } from './comment-event.store.ts';
import {
  listOfKey,
  listThreads,
  type OwnedProject,
  type ThreadFilter,
} from './comment-view.store.ts';

const COMMENTS = 5_000;
const page = { limit: 20, after: null };

let app: TestApp;
let tenant: Tenant;
let place: OwnedProject;
let keyIds: string[];
const [author, rare] = [newId(), newId()];

describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

beforeAll(async () => {
  const { id: projectId } = await createProject(tenant.client);
  place = { id: trustedProject(projectId), organization_id: trustedOwner(tenant.organizationId) };
  const { i18n } = tenant.client;
  await i18n.locales.create({ projectId, code: 'de' });
  const content = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`key${index}`, 'Text']),
  );
  await i18n.projects.import({ projectId, locale: 'en', content });
  keyIds = (await i18n.keys.list({ projectId, limit: 500 })).data.map(({ id }) => id);
  await sql`
    insert into comment (project_id, id, thread_id, key_id, locale_id, kind, text, mentioned_ids,
                         author_id, created_at, is_open, resolved_at, event_id, last_actor_id)
    select ${projectId}::uuid, u.id, u.id, (${keyIds}::uuid[])[1 + n % 499], 2, 'question', 'x',
           case when n % 1000 = 0 then array[${rare}::uuid] else array[gen_random_uuid()] end,
           case when n % 1000 = 1 then ${rare}::uuid else ${author}::uuid end, now(), n % 2 = 0,
           case when n % 2 = 1 then now() end, u.id, ${author}::uuid
    from generate_series(1, ${COMMENTS}::int) n
    cross join lateral (select gen_random_uuid() as id where n > 0) u`.execute(app.db);
});

const TABLES = ['comment', 'translation_key'];

const ALL: ThreadFilter = {
  isAboutKey: false,
  state: null,
  localeId: null,
  mentionsPerson: false,
  isOwn: false,
  waitingIn: null,
};
const locale = { project_id: '', id: 2, code: 'de', name: 'German', enabled: true };
const filterOf = (query: string): RowFilter => ({
  query: parseQuery(query).query!,
  source: { ...locale, id: 1, code: 'en' },
  asked: [locale],
  named: new Map(),
  errorChecks: 0n,
});
const { signal } = new AbortController();

describe.each(['unknown to', 'known to'])(
  'a query for comments, in a project %s the statistics,',
  (kind) => {
    beforeAll(async () => {
      if (kind === 'known to') await sql`analyze`.execute(app.db);
    });

    const threads = (db: Db, filter: Partial<ThreadFilter>, person = author) =>
      listThreads(db, place, person, { ...ALL, ...filter }, page);
    const ofKey = () => ({ keyId: keyIds[7]!, localeId: null });

    it.each<[what: string, read: (db: Db) => Promise<unknown>]>([
      ['all threads', (db) => threads(db, {})],
      ['open questions', (db) => threads(db, { state: 'open' })],
      ['resolved questions of a locale', (db) => threads(db, { state: 'resolved', localeId: 2 })],
      ['threads of a person who began few', (db) => threads(db, { isOwn: true }, rare)],
      ['threads that mention a person', (db) => threads(db, { mentionsPerson: true }, rare)],
      ['the threads of a key', (db) => listOfKey(db, place, author, ofKey(), page)],
      ['the number of comments on a key', (db) => countComments(db, place.id, keyIds[7]!)],
      ['the events after a given event', (db) => readCommentEvents(db, [place.id], LAST_ID)],
    ])('reads fewer than a tenth of the comments for %s', async (_, read) => {
      await app.db.connection().execute(async (db) => {
        expect(await rowsRead(db, TABLES, () => read(db))).toBeLessThan(COMMENTS / 10);
      });
    });

    it.each(['has:comment', 'is:question'])(
      'reads each comment at most once: %s',
      async (query) => {
        await app.db.connection().execute(async (db) => {
          const options = { after: null, found: 0, step: 200, maxKeyIds: 0, signal };
          const scan = () => indexRows(db, place.id, filterOf(query), options);
          expect(await rowsRead(db, TABLES, scan)).toBeLessThan(COMMENTS + 4 * keyIds.length);
        });
      },
    );
  },
);
