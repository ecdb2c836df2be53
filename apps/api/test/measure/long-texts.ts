import { FORMATS } from '@parlance/formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasRechecks, insertRechecks } from '../../src/domain/content/recheck/recheck.store.ts';
import { trustedProject } from '../../src/domain/kernel/tenant.ts';
import { createProject, type Tenant } from '../app/build.ts';
import { sendRaw } from '../app/refusal.ts';
import type { MeasuredApp } from './measured-app.ts';

/** Length of a text without the words after it, below the maximum length of a value. */
const LONG = 90_000;
const KEYS = ['a', 'b', 'c', 'd'];

interface Given {
  app: MeasuredApp;
  tenant: Tenant;
}

interface LongText extends Given {
  projectId: string;
  keyIds: readonly string[];
  /** A long text that repeats the piece. */
  text: string;
}

type Operation = (place: LongText, run: number) => Promise<unknown>;

/** Declares tests that require that no operation on long texts of repeated `piece` blocks the event loop. */
export function describeLongTexts(name: string, piece: string, given: () => Given): void {
  describe(`the event loop with long texts of ${name}`, () => {
    let place: LongText;
    beforeAll(async () => {
      place = await createPlace(given(), piece);
    });
    it.each(Object.entries(OPERATIONS))('stays responsive during %s', (_, operation) =>
      given().app.expectShortTurns((run) => operation(place, run)),
    );
  });
}

async function createPlace(given: Given, piece: string): Promise<LongText> {
  const { i18n } = given.tenant.client;
  const text = piece.repeat(Math.floor(LONG / piece.length));
  const projectId = (await createProject(given.tenant.client)).id;
  for (const code of ['de', 'es']) await i18n.locales.create({ projectId, code });
  await i18n.glossary.create({ projectId, term: 'a', translations: { de: 'ein', es: 'un' } });
  const place = { ...given, projectId, text, keyIds: [] };
  await importTexts(place, 'en', 'one two');
  await importTexts(place, 'de', 'eins zwei');
  const { data: keys } = await i18n.keys.list({ projectId });
  return { ...place, keyIds: keys.map(({ id }) => id) };
}

const contentOf = (text: string, end: string): Record<string, string> =>
  Object.fromEntries(KEYS.map((key) => [key, `${text}${end} ${key}`]));

const importTexts = ({ tenant, projectId, text }: LongText, locale: string, end: string) =>
  tenant.client.i18n.projects.import({ projectId, locale, content: contentOf(text, end) });

const OPERATIONS: Readonly<Record<string, Operation>> = {
  async 'a bulk translation'({ tenant, projectId, text }, run) {
    const strings = ['1', '2'].map((end) => `${text}${run} ${end}`);
    await tenant.client.translate.bulk({
      projectId,
      strings,
      sourceLocale: 'en',
      targetLocale: 'es',
      engine: 'pseudo',
    });
  },
  async 'a translation job'({ tenant, text }, run) {
    const { jobs } = tenant.client.translate;
    const { data } = await jobs.create({
      strings: [`${text}${run} job`],
      sourceLocale: 'en',
      targetLocales: ['es'],
      engine: 'pseudo',
    });
    const statusOf = async () => (await jobs.get({ jobId: data.id })).data.status;
    await expect.poll(statusOf).toBe('completed');
  },
  async 'an import'(place, run) {
    await importTexts(place, 'en', `one two${run}`);
    await importTexts(place, 'de', `eins zwei${run}`);
  },
  async 'a staged import'({ app, tenant, projectId, text }, run) {
    const { imports } = tenant.client.i18n;
    const path = `/v1/i18n/projects/${projectId}/imports?locale=de`;
    const body = JSON.stringify(contentOf(text, `drei${run}`));
    const response = await sendRaw(app, tenant, path, body, { 'content-type': 'application/json' });
    const { importId } = ((await response.json()) as { data: { importId: string } }).data;
    await imports.changes({ projectId, importId, limit: 500 });
    await imports.apply({ projectId, importId });
  },
  async 'a search'({ tenant, projectId }) {
    const { rows, values } = tenant.client.i18n;
    await rows.list({ projectId, locales: ['en', 'de', 'es'], query: 'de:"drei"' });
    await values.list({ projectId, q: 'zwei' });
  },
  async 'an edit, its findings and its history'({ tenant, projectId, keyIds, text }, run) {
    const { values, findings, history } = tenant.client.i18n;
    const place = { projectId, keyId: keyIds[0]!, localeCode: 'de' };
    const { data } = await values.put({ ...place, text: `${text} und ${run}` });
    await findings.get({ projectId, valueId: data.id });
    await history.list({ projectId, valueId: data.id });
  },
  async suggestions({ tenant, projectId, keyIds }) {
    await tenant.client.i18n.keys.suggestions({ projectId, keyId: keyIds[1]!, locale: 'es' });
  },
  async 'a preview'({ tenant, projectId, keyIds }) {
    const [keyId] = keyIds;
    await tenant.client.translate.preview({
      projectId,
      keyIds: [keyId!],
      localeCode: 'es',
      engines: ['pseudo'],
    });
  },
  async 'checks after a change of settings'({ app, projectId }) {
    const id = trustedProject(projectId);
    await insertRechecks(app.db, id, [{ reason: 'settings', keyIds: null }]);
    await expect.poll(() => hasRechecks(app.db, id)).toBe(false);
  },
  async 'a replacement in many values'({ tenant, projectId }, run) {
    const texts = run % 2 === 0 ? ['drei', 'vier'] : ['vier', 'drei'];
    await tenant.client.i18n.values.bulk({
      projectId,
      select: { query: '', locales: ['de'] },
      action: { replace: { find: texts[0]!, replaceWith: texts[1]! } },
    });
  },
  async 'a release'({ tenant, projectId }) {
    const release = { projectId, environment: 'production', locales: ['de'] };
    await tenant.client.i18n.releases.create(release, { waitSeconds: 30 });
  },
  ...Object.fromEntries(
    FORMATS.map(({ id, contentType, extensions }): [string, Operation] => [
      `an export as ${id}, its import and its patch`,
      async ({ app, tenant, projectId }) => {
        const type = id === 'json' ? 'application/json; profile=raw' : contentType;
        const input = { projectId, locale: 'de', format: id } as const;
        const written = await tenant.client.i18n.projects.export(input as never, { raw: type });
        const file = await written.text();
        const path = `/v1/i18n/projects/${projectId}`;
        const form = new FormData();
        form.set('locale', 'de');
        form.set('format', id);
        form.set('base', new Blob([file]), `de${extensions[0]}`);
        const patched = await sendRaw(app, tenant, `${path}/export`, form);
        expect([patched.status, (await patched.text()).length > LONG]).toEqual([200, true]);
        const headers = { 'content-type': contentType };
        const read = await sendRaw(app, tenant, `${path}/import?locale=de`, file, headers);
        expect([read.status, (await read.text()).length > 0]).toEqual([200, true]);
      },
    ]),
  ),
};
