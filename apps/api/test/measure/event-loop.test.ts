import type { StagedImport } from '@parlance/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasRechecks, insertRechecks } from '../../src/domain/content/recheck/recheck.store.ts';
import { trustedProject } from '../../src/domain/kernel/tenant.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { sendRaw } from '../app/refusal.ts';
import { type MeasuredApp, startMeasuredApp } from './measured-app.ts';

let app: MeasuredApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startMeasuredApp({ MT_ENGINES: 'pseudo' });
  tenant = await createTenant(app);
});
afterAll(() => app?.close());
beforeEach(async () => {
  projectId = (await createProject(tenant.client)).id;
});

const importTexts = (locale: string, content: Record<string, unknown>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });

/** Returns a map of `count` keys. */
const textsOf = (count: number, textAt: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${index}`, textAt(index)]));

describe('the event loop', () => {
  it('stays responsive while a large import is staged, listed, searched and applied', async () => {
    const more = 'with some more words '.repeat(5);
    const content = textsOf(8_000, (at) => `text number ${at} ${more}`);
    const { imports } = tenant.client.i18n;
    await app.expectShortTurns(async (attempt) => {
      const body = JSON.stringify({ ...content, [`last_${attempt}`]: 'x' });
      const path = `/v1/i18n/projects/${projectId}/imports?locale=en`;
      const headers = { 'content-type': 'application/json' };
      const response = await sendRaw(app, tenant, path, body, headers);
      const { importId } = ((await response.json()) as { data: StagedImport }).data;
      await imports.changes({ projectId, importId, limit: 500 });
      await imports.changes({ projectId, importId, query: 'no such' });
      await imports.apply({ projectId, importId });
    });
  });

  it('stays responsive during a large import of a translation memory', async () => {
    await tenant.client.i18n.locales.create({ projectId, code: 'es' });
    await app.expectShortTurns(async (attempt) => {
      const units = Array.from(
        { length: 5_000 },
        (_, index) =>
          `<tu><tuv xml:lang="en"><seg>Text ${index} of ${attempt}</seg></tuv><tuv xml:lang="es"><seg>Texto ${index} de ${attempt}</seg></tuv></tu>`,
      );
      const tmx = `<tmx version="1.4"><header srclang="en"/><body>${units.join('')}</body></tmx>`;
      const file = new Blob([tmx]);
      const { data } = await tenant.client.i18n.memory.import({ projectId, file });
      expect(data.units).toBe(5_000);
    });
  });

  it.each(['json', 'yaml'])(
    'stays responsive while an export patches a large %s file',
    async (format) => {
      await importTexts('en', { 'm.save': 'Save', 'm.open': 'Open' });
      await importTexts('de', { 'm.save': 'Sichern', 'm.open': 'Öffnen' });
      const lines = Array.from(
        { length: 20_000 },
        (_, index) => `"key_${index}": "text number ${index}"`,
      );
      const base = format === 'json' ? `{${lines.join(',\n')}}` : lines.join('\n');
      const path = `/v1/i18n/projects/${projectId}/export?locale=de`;
      await app.expectShortTurns(async () => {
        const response = await sendRaw(app, tenant, path, base, {
          'content-type': format === 'json' ? 'application/json' : 'application/yaml',
        });
        expect(response.status).toBe(200);
        expect((await response.text()).length).toBeGreaterThan(base.length);
      });
    },
  );

  it('stays responsive during the checks of 10,000 values', async () => {
    const text = 'Hello {name}, <b>your order</b> of {{count}} items leaves at %s. ';
    const content = textsOf(5_000, (at) => `${text}${at}`);
    await importTexts('en', content);
    const term = { projectId, term: 'order', translations: { de: 'Bestellung' } };
    await tenant.client.i18n.glossary.create(term);
    await importTexts('de', content);
    const id = trustedProject(projectId);
    await app.expectShortTurns(async () => {
      await insertRechecks(app.db, id, [{ reason: 'settings', keyIds: null }]);
      await expect.poll(() => hasRechecks(app.db, id)).toBe(false);
    });
    const query = { projectId, check: 'glossary_term', limit: 500 } as const;
    const page = await tenant.client.i18n.values.list(query);
    expect(page.data).toHaveLength(500);
    expect(page.meta.nextCursor).not.toBeNull();
  });
});
