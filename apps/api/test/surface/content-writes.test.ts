import * as contracts from '@parlance/contracts';
import type { Client, Row } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import { runRechecks } from '../../src/domain/content/check/run-rechecks.ts';
import { trustedProject } from '../../src/domain/kernel/tenant.ts';
import type { TestApp } from '../app/app.ts';
import { actFor, createProject, joinOrganization, type Tenant } from '../app/build.ts';
import { describeTenant } from '../app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../engines/scripted-engine.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

/** The project of a test case, and ids of its objects. */
interface World {
  i18n: Client['i18n'];
  projectId: string;
  keyId: string;
  /** The value of the key in `de`, with a dismissed finding. */
  valueId: string;
  changeId: string;
  importId: string;
  termId: string;
  environmentId: string;
  /** A proposal of the tenant's user for the value. */
  proposalId: string;
  /** A question of the tenant's user about the key. */
  commentId: string;
}

/** Returns a client with a session of the tenant's user. */
const person = () => actFor(tenant.user, tenant.organizationId).i18n;

const SOURCE = { a: 'A {name}', b: 'B', n_one: '{n} file', n_other: '{n} files' };

async function createWorld(): Promise<World> {
  const { i18n } = tenant.client;
  const { id: projectId } = await createProject(tenant.client);
  const at = { projectId };
  const german = { ...at, locale: 'de' };
  await i18n.projects.import({ ...at, locale: 'en', content: { ...SOURCE } });
  const { data: imported } = await i18n.projects.import({
    ...german,
    content: { a: 'A' },
  });
  await i18n.locales.create({ ...at, code: 'fr' });
  const { data: values } = await i18n.values.list(german);
  const { keyId, id: valueId } = values[0]!;
  const { data: staged } = await i18n.imports.create({ ...german, content: { b: 'B' } });
  const { data: term } = await i18n.glossary.create({ ...at, term: 'cart' });
  const { data: environment } = await i18n.environments.create({ ...at, name: 'Staging' });
  await i18n.ignoredChecks.put({
    ...at,
    valueId: valueId!,
    code: 'placeholder_missing',
    version: 1,
  });
  const ofKey = { ...at, keyId };
  const { data: proposal } = await tenant.user.client.i18n.proposals.create({
    ...ofKey,
    localeCode: 'de',
    text: 'Aa {name}',
  });
  const question = { ...ofKey, text: 'Why?', kind: 'question' } as const;
  const { data: comment } = await person().keys.comments.create(question);
  return {
    i18n,
    projectId,
    keyId,
    valueId: valueId!,
    changeId: imported.changeId!,
    importId: staged.importId,
    termId: term.id,
    environmentId: environment.id,
    proposalId: proposal.id,
    commentId: comment.id,
  };
}

/**
 * The effect of a call on the rows of its project. `content`: writes keys or values in a change. `shown`: changes the
 * displayed state of rows without a change. `nothing`: does not affect rows.
 */
type Effect = 'content' | 'shown' | 'nothing';
type Call = [Effect, (world: World) => Promise<unknown>];

const CALLS: Record<string, Call> = {
  'i18n.changes.revert': [
    'content',
    ({ i18n, ...at }) => i18n.changes.revert(pick(at, 'changeId')),
  ],
  'i18n.children.create': [
    'nothing',
    ({ i18n, projectId }) => i18n.children.create({ projectId, name: 'Child' }),
  ],
  'i18n.comments.delete': ['shown', (at) => person().comments.delete(pick(at, 'commentId'))],
  'i18n.comments.mute': [
    'nothing',
    (at) => person().comments.mute({ ...pick(at, 'commentId'), muted: true }),
  ],
  'i18n.comments.reopen': [
    'shown',
    async (at) => {
      await person().comments.resolve(pick(at, 'commentId'));
      await person().comments.reopen(pick(at, 'commentId'));
    },
  ],
  'i18n.comments.resolve': ['shown', (at) => person().comments.resolve(pick(at, 'commentId'))],
  'i18n.comments.update': [
    'shown',
    (at) => person().comments.update({ ...pick(at, 'commentId'), text: 'Why not?' }),
  ],
  'i18n.environments.create': [
    'nothing',
    ({ i18n, projectId }) => i18n.environments.create({ projectId, name: 'Other' }),
  ],
  'i18n.environments.delete': [
    'nothing',
    ({ i18n, ...at }) => i18n.environments.delete(pick(at, 'environmentId')),
  ],
  'i18n.environments.stop-delivery': [
    'nothing',
    ({ i18n, ...at }) => i18n.environments.stopDelivery(pick(at, 'environmentId')),
  ],
  'i18n.environments.resume-delivery': [
    'nothing',
    ({ i18n, ...at }) => i18n.environments.resumeDelivery(pick(at, 'environmentId')),
  ],
  'i18n.projects.stop-delivery': [
    'nothing',
    ({ i18n, projectId }) => i18n.projects.stopDelivery({ projectId }),
  ],
  'i18n.projects.resume-delivery': [
    'nothing',
    ({ i18n, projectId }) => i18n.projects.resumeDelivery({ projectId }),
  ],
  'i18n.environments.update': [
    'nothing',
    ({ i18n, ...at }) => i18n.environments.update({ ...pick(at, 'environmentId'), name: 'X' }),
  ],
  'i18n.files.import': [
    'content',
    ({ i18n, projectId }) =>
      i18n.files.import({ projectId, files: { 'l/fr.json': new Blob(['{"a":"Oh {name}"}']) } }),
  ],
  'i18n.files.json-import': [
    'content',
    ({ i18n, projectId }) =>
      i18n.files.jsonImport({ projectId, locale: 'fr', file: new Blob(['{"a":"Ah {name}"}']) }),
  ],
  'i18n.files.stage': [
    'nothing',
    ({ i18n, projectId }) =>
      i18n.files.stage({ projectId, files: { 'l/fr.json': new Blob(['{"a":"Uh"}']) } }),
  ],
  'i18n.forms.create': [
    'content',
    async ({ i18n, projectId }) => {
      await i18n.locales.create({ projectId, code: 'ru' });
      await i18n.forms.create({ projectId, name: 'n_few' });
    },
  ],
  'i18n.glossary.create': [
    'shown',
    ({ i18n, projectId }) =>
      i18n.glossary.create({ projectId, term: 'A', translations: { de: 'Aa' } }),
  ],
  'i18n.glossary.delete': [
    'nothing',
    ({ i18n, ...at }) => i18n.glossary.delete(pick(at, 'termId')),
  ],
  'i18n.glossary.import': [
    'shown',
    ({ i18n, projectId }) => i18n.glossary.import({ projectId, csv: 'term,de\nA,Aa\n' }),
  ],
  'i18n.glossary.update': [
    'shown',
    ({ i18n, ...at }) =>
      i18n.glossary.update({ ...pick(at, 'termId'), term: 'A', translations: { de: 'Aa' } }),
  ],
  'i18n.ignored-checks.delete': [
    'shown',
    ({ i18n, ...at }) =>
      i18n.ignoredChecks.delete({ ...pick(at, 'valueId'), code: 'placeholder_missing' }),
  ],
  'i18n.ignored-checks.put': [
    'shown',
    async ({ i18n, ...at }) => {
      const of = pick(at, 'valueId');
      await i18n.values.update({ ...of, text: 'Aa.' });
      await i18n.ignoredChecks.put({ ...of, code: 'placeholder_missing', version: 2 });
    },
  ],
  'i18n.imports.apply': ['content', ({ i18n, ...at }) => i18n.imports.apply(pick(at, 'importId'))],
  'i18n.imports.create': [
    'nothing',
    ({ i18n, projectId }) => i18n.imports.create({ projectId, locale: 'fr', content: { a: 'Ah' } }),
  ],
  'i18n.imports.delete': [
    'nothing',
    ({ i18n, ...at }) => i18n.imports.delete(pick(at, 'importId')),
  ],
  'i18n.keys.bulk': [
    'content',
    ({ i18n, projectId, keyId }) =>
      i18n.keys.bulk({
        projectId,
        select: { keyIds: [keyId] },
        action: { setTags: { add: ['x'] } },
      }),
  ],
  'i18n.keys.comments.create': [
    'shown',
    (at) => person().keys.comments.create({ ...pick(at, 'keyId'), text: 'Hi' }),
  ],
  'i18n.keys.create': [
    'content',
    ({ i18n, projectId }) => i18n.keys.create({ projectId, name: 'c', value: 'C' }),
  ],
  'i18n.keys.delete': ['content', ({ i18n, ...at }) => i18n.keys.delete(pick(at, 'keyId'))],
  'i18n.keys.suggestions': [
    'nothing',
    ({ i18n, ...at }) => i18n.keys.suggestions({ ...pick(at, 'keyId'), locale: 'de' }),
  ],
  'i18n.keys.update': [
    'content',
    ({ i18n, ...at }) => i18n.keys.update({ ...pick(at, 'keyId'), tags: ['x'] }),
  ],
  'i18n.locales.create': [
    'shown',
    ({ i18n, projectId }) => i18n.locales.create({ projectId, code: 'es' }),
  ],
  'i18n.locales.delete': [
    'content',
    ({ i18n, projectId }) =>
      i18n.locales.delete({ projectId, localeCode: 'de', deleteValues: true }),
  ],
  'i18n.locales.update': [
    'nothing',
    ({ i18n, projectId }) => i18n.locales.update({ projectId, localeCode: 'de', name: 'X' }),
  ],
  'i18n.members.delete': [
    'nothing',
    async ({ i18n, projectId }) => {
      const { id: userId } = await joinOrganization(tenant.user, tenant.organizationId, 'guest');
      await i18n.members.put({ projectId, userId, role: 'viewer' });
      await i18n.members.delete({ projectId, userId });
    },
  ],
  'i18n.members.put': [
    'nothing',
    async ({ i18n, projectId }) => {
      const { id: userId } = await joinOrganization(tenant.user, tenant.organizationId, 'guest');
      await i18n.members.put({ projectId, userId, role: 'viewer' });
    },
  ],
  'i18n.memory.delete': ['nothing', ({ i18n, projectId }) => i18n.memory.delete({ projectId })],
  'i18n.memory.import': [
    'nothing',
    ({ i18n, projectId }) =>
      i18n.memory.import({ projectId, file: new Blob(['<tmx version="1.4"><body/></tmx>']) }),
  ],
  'i18n.projects.delete': ['shown', ({ i18n, projectId }) => i18n.projects.delete({ projectId })],
  'i18n.projects.import': [
    'content',
    ({ i18n, projectId }) =>
      i18n.projects.import({ projectId, locale: 'fr', content: { a: 'Ah {name}' } }),
  ],
  'i18n.projects.update': [
    'shown',
    ({ i18n, projectId }) =>
      i18n.projects.update({ projectId, settings: { checks: { end_punctuation: 'off' } } }),
  ],
  'i18n.proposals.accept': [
    'content',
    ({ i18n, ...at }) => i18n.proposals.accept({ ...pick(at, 'proposalId'), version: 1 }),
  ],
  'i18n.proposals.create': [
    'shown',
    ({ i18n, ...at }) =>
      i18n.proposals.create({ ...pick(at, 'keyId'), localeCode: 'fr', text: 'Ah {name}' }),
  ],
  'i18n.proposals.decline': [
    'shown',
    ({ i18n, ...at }) => i18n.proposals.decline(pick(at, 'proposalId')),
  ],
  'i18n.proposals.vote': [
    'nothing',
    ({ i18n, ...at }) => i18n.proposals.vote({ ...pick(at, 'proposalId'), up: true }),
  ],
  'i18n.proposals.withdraw': [
    'shown',
    (at) => tenant.user.client.i18n.proposals.withdraw(pick(at, 'proposalId')),
  ],
  'i18n.releases.create': [
    'nothing',
    ({ i18n, projectId }) => i18n.releases.create({ projectId, environment: 'production' }),
  ],
  'i18n.values.delete': ['content', ({ i18n, ...at }) => i18n.values.delete(pick(at, 'valueId'))],
  'i18n.values.put': [
    'content',
    ({ i18n, ...at }) => i18n.values.put({ ...pick(at, 'keyId'), localeCode: 'fr', text: 'Ah' }),
  ],
  'i18n.translation.update': [
    'nothing',
    ({ i18n, projectId }) => i18n.translation.update({ projectId, product: 'A wiki' }),
  ],
  'i18n.values.bulk': [
    'content',
    ({ i18n, projectId }) =>
      i18n.values.bulk({
        projectId,
        select: { query: '', locales: ['de'] },
        action: { setState: { state: 'reviewed' } },
      }),
  ],
  'i18n.values.send-back': [
    'content',
    (at) => person().values.sendBack({ ...pick(at, 'valueId'), version: 1, text: 'Why?' }),
  ],
  'i18n.values.update': [
    'content',
    ({ i18n, ...at }) => i18n.values.update({ ...pick(at, 'valueId'), text: 'Neu' }),
  ],
  'translate.jobs.create': [
    'content',
    ({ projectId }) => tenant.client.translate.jobs.create({ projectId }, { waitSeconds: 30 }),
  ],
};

/** Writing calls outside the project of a test case, or without an effect on its rows. */
// A background run needs thousands of rows, so a separate test covers its cancellation.
const ELSEWHERE = [
  'i18n.bulk-runs.cancel',
  'i18n.memory.export',
  'i18n.projects.create',
  'i18n.projects.export',
];

const pick = <Name extends Exclude<keyof World, 'i18n'>>(
  world: Omit<World, 'i18n'>,
  name: Name,
): { projectId: string } & Record<Name, string> =>
  ({ projectId: world.projectId, [name]: world[name] }) as never;

/** Runs pending checks now instead of waiting for a worker. */
async function settle({ projectId }: World): Promise<void> {
  await runRechecks(app.db, trustedProject(projectId));
}

interface Seen {
  revision: string;
  rows: Row[];
  changes: number;
}

async function look({ i18n, projectId }: World): Promise<Seen> {
  const locales = ['en', 'de', 'fr'];
  const { data: index } = await i18n.rowIndex.get({ projectId, locales });
  const { data: rows } = await i18n.rows.list({ projectId, locales });
  const { data: changes } = await i18n.changes.list({ projectId, limit: 100 });
  return { revision: index.revision, rows, changes: changes.length };
}

describe('an operation that writes', () => {
  it('has an entry in the table of this test', () => {
    const writing = Object.values(contracts)
      .filter((call) => typeof call === 'object' && 'method' in call && call.method !== 'GET')
      .map((call) => (call as { id: string }).id)
      .filter((id) => id.startsWith('i18n.') && !ELSEWHERE.includes(id));
    expect(Object.keys(CALLS).filter((id) => id.startsWith('i18n.'))).toEqual(
      expect.arrayContaining(writing),
    );
  });

  it.each(Object.entries(CALLS))(
    'changes the revision of rows only if it affects them, and records a change only for content (%s)',
    async (id, [effect, call]) => {
      const world = await createWorld();
      await settle(world);
      const before = await look(world);
      await call(world);
      await settle(world);
      const after = await look(world);
      // A dismissal needs a text with a finding.
      const edits = id === 'i18n.ignored-checks.put' ? 1 : 0;
      const isOther = after.revision !== before.revision;
      expect(isOther).toBe(effect !== 'nothing');
      if (!isOther) expect(after.rows).toEqual(before.rows);
      expect(after.changes - before.changes).toBe(effect === 'content' ? 1 : edits);
    },
  );
});
