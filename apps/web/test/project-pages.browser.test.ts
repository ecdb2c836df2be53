import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { createProject } from '../../api/test/app/build.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import {
  answerCall,
  createGate,
  createScriptedEngine,
  directoryOf,
  shout,
} from '../../api/test/engines/scripted-engine.ts';
import { expectNoFaults } from './support/axe.ts';
import { openSignedIn } from './support/page.ts';

describe.skipIf(!hasChromium)('the pages of a project', () => {
  const engine = createScriptedEngine({
    readiness: async (_source, target) =>
      target === 'tlh'
        ? { status: 'unsupported', reason: 'The engine does not know this language.' }
        : { status: 'ready' },
  });
  const site = openSite(() => ({ overrides: { engines: directoryOf(engine) } }));

  it('show the first lines of an export, offer it as a download and name the equivalent command', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { id: projectId } = await createProject(user.client);
    const names = Array.from({ length: 60 }, (_, n) => `menu.key${n + 100}`);
    const content = Object.fromEntries(names.map((name) => [name, `Text of ${name}`]));
    await user.client.i18n.projects.import({ projectId, locale: 'en', content });
    await user.client.i18n.locales.create({ projectId, code: 'de' });
    await page.goto(`${base}/p/${projectId}/export`);
    const preview = page.locator('figure', { hasText: 'First lines of en' }).locator('pre');
    await expect.poll(async () => (await preview.textContent())!.split('\n').length).toBe(20);
    await page.getByLabel('Shape').selectOption('Nested names');
    await page.getByText('"key100": "Text of menu.key100"').waitFor();
    await page.getByLabel('File format').selectOption('YAML');
    await page.getByText(/key100: ["']?Text of menu.key100/).waitFor();
    await expectNoFaults(page);

    const download = async (button: string) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: button, exact: true }).click();
      const saved = await saving;
      return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'latin1') };
    };
    const { name, text } = await download('Download');
    expect(name).toBe('en.yaml');
    expect(text.split('\n').filter((line) => line.includes('Text of'))).toHaveLength(60);

    await page.getByRole('button', { name: 'Choose all locales' }).click();
    const archive = await download('Download 2 files as ZIP');
    expect(archive.name).toMatch(/\.zip$/);
    expect(archive.text).toMatch(/^PK/);
    const command = page.locator('figure', { hasText: 'Download with curl' }).locator('pre');
    await expect
      .poll(() => command.textContent())
      .toContain(`-d '{"locales":["en","de"],"format":"yaml","shape":"nested"}'`);

    await page.getByLabel('File format').selectOption('XLIFF');
    await page.getByText('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"').waitFor();
    await page.getByLabel('XLIFF version').selectOption('2.0');
    await page.getByText('version="2.0"').waitFor();
    await expect.poll(() => command.textContent()).toContain('"xliffVersion":"2.0"');
    await page.getByLabel('File format').selectOption('YAML');

    await page.getByLabel('Paths in the ZIP').fill('lang/{locale}/{part}.yaml');
    await page.getByLabel('Before the names of keys').fill('{part}.');
    await expect
      .poll(() => command.textContent())
      .toContain('"path":"lang/{locale}/{part}.yaml","prefix":"{part}."');
    const { text: withPaths } = await download('Download as ZIP');
    expect(withPaths).toContain('lang/en/menu.yaml');
    await page.getByLabel('Paths in the ZIP').fill('lang/texts.yaml');
    await page.getByRole('button', { name: 'Download as ZIP' }).click();
    await page.getByText('names {part}, which the path does not have').waitFor();

    await page.getByLabel('Needs review', { exact: true }).click();
    await page.getByLabel('Translated', { exact: true }).click();
    await page.getByLabel('Reviewed', { exact: true }).click();
    await page.getByText('Choose at least one locale and one state.').waitFor();
    await expect.poll(() => command.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('request the engines of all locales of a project once', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    await i18n.projects.import({ projectId, locale: 'en', content: { save: 'Save' } });
    const codes = ['ar', 'cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'hu', 'it', 'ja', 'tlh'];
    for (const code of codes) await i18n.locales.create({ projectId, code });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/translate/engines')) asked.push(request.url());
    });
    await page.goto(`${base}/p/${projectId}/locales`);
    await expect
      .poll(() => page.getByRole('cell', { name: 'scripted' }).count())
      .toBe(codes.length - 1);
    await page.getByRole('cell', { name: 'none' }).waitFor();
    expect(asked).toHaveLength(1);
    await page.goto(`${base}/p/${projectId}/jobs`);
    await expect
      .poll(() => page.getByText('with scripted', { exact: false }).count())
      .toBe(codes.length - 1);
    expect(asked).toHaveLength(2);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('start a translation after an estimate, follow it, and link to the strings that failed', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n, translate } = user.client;
    const { id: projectId } = await createProject(user.client);
    await page.goto(`${base}/p/${projectId}/jobs`);
    await page.getByText('The project has only its source locale.', { exact: false }).waitFor();
    await expectNoFaults(page);
    const content = { save: 'Save', open: 'Open', broken: 'A bad {name}' };
    await i18n.projects.import({ projectId, locale: 'en', content });
    for (const code of ['de', 'fr', 'tlh']) await i18n.locales.create({ projectId, code });
    const gate = createGate();
    engine.script.answer = async (call) => {
      await gate.answer(call);
      return answerCall(call, (body) => (body.includes('bad') ? '' : shout(body)));
    };

    await page.goto(`${base}/p/${projectId}/locales`);
    const locale = (code: string) =>
      page.getByRole('row').filter({ has: page.locator('code', { hasText: code }) });
    await locale('de').getByRole('cell', { name: 'scripted' }).waitFor();
    await locale('tlh').getByRole('cell', { name: 'none' }).waitFor();
    await page.getByRole('combobox', { name: 'Locale' }).fill('Italian');
    await page.getByText('Italian: with scripted').waitFor();
    await page.getByRole('combobox', { name: 'Locale' }).fill('Klingon');
    await expectNoFaults(page);
    await page.goto(`${base}/p/${projectId}/jobs`);
    await page.getByText('no engine translates into it', { exact: false }).waitFor();
    await page.getByLabel('German').and(page.locator(':checked')).waitFor();
    expect(await page.getByLabel('tlh').isChecked()).toBe(false);
    await page.getByLabel('tlh').click();
    await page.getByRole('alert').getByText('tlh', { exact: true }).waitFor();
    await page.getByLabel('tlh').click();
    await page.getByText('6 strings', { exact: false }).waitFor();
    await page.getByLabel('Engine', { exact: true }).selectOption('scripted');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Start translation' }).click();
    await page.getByRole('heading', { name: 'Translation into German and French' }).waitFor();
    await page.getByText('Running').or(page.getByText('Queued')).waitFor();
    await expectNoFaults(page);
    const { data: jobs } = await translate.jobs.list({ projectId });
    expect(jobs).toMatchObject([{ targetLocales: ['de', 'fr'], include: ['missing'] }]);
    gate.open();

    await page.getByText('Completed').waitFor();
    await page.getByText('4 of 6 translated · 2 failed', { exact: false }).waitFor();
    await page.getByRole('heading', { name: 'content_broken' }).waitFor();
    await page.getByText('The answer of scripted breaks the message:').first().waitFor();
    await expect.poll(() => page.locator('main [lang=en]:not(details *)').count()).toBe(0);
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'broken' }).first().click();
    await page.waitForURL(/\/editor\?l=de&key=/);
    await page.goBack();
    await page.getByRole('link', { name: 'Translate what is missing' }).click();
    await page.getByText('2 strings', { exact: false }).waitFor();
    await expect.poll(() => page.getByLabel('tlh').isChecked()).toBe(false);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('cancel a running translation, and keep its finished strings', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n, translate } = user.client;
    const { id: projectId } = await createProject(user.client);
    await i18n.projects.import({ projectId, locale: 'en', content: { save: 'Save' } });
    await i18n.locales.create({ projectId, code: 'de' });
    const gate = createGate();
    engine.script.answer = gate.answer;
    const { data: job } = await translate.jobs.create({ projectId });
    await page.goto(`${base}/p/${projectId}/jobs`);
    await page.getByRole('link', { name: 'Translation into German' }).click();
    await page.getByRole('button', { name: 'Cancel job' }).click();
    await page.getByText('Cancelled').waitFor();
    await page.getByRole('button', { name: 'Cancel job' }).waitFor({ state: 'detached' });
    expect((await translate.jobs.get({ jobId: job.id })).data.status).toBe('cancelled');
    gate.open();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('show the state of a project, and link to the strings, the release and the job', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n, translate } = user.client;
    const { id: projectId } = await createProject(user.client);
    const content = { save: 'Save', open: 'Open', exit: 'Exit' };
    await i18n.projects.import({ projectId, locale: 'en', content });
    await i18n.projects.import({ projectId, locale: 'de', content: { save: 'Speichern' } });
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('heading', { name: 'Last import' }).waitFor();
    await page.getByRole('link', { name: 'Publish to Production' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: '2 missing' }).click();
    await page.getByText('2 rows', { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('is:missing');

    const gate = createGate();
    engine.script.answer = gate.answer;
    await translate.jobs.create({ projectId });
    await i18n.releases.create({ projectId, environment: 'production' }, { waitSeconds: 20 });
    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('link', { name: 'Version 1' }).waitFor();
    await page.getByRole('heading', { name: 'Translating now' }).waitFor();
    await expectNoFaults(page);
    gate.open();
    await page.getByRole('heading', { name: 'Translating now' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('undo an import, except for values that have changed since', async () => {
    const { user, page, problems, base } = await openSignedIn(site);
    const { i18n } = user.client;
    const { id: projectId } = await createProject(user.client);
    const put = (content: Record<string, string>) =>
      i18n.projects.import({ projectId, locale: 'en', content });
    const texts = async () =>
      (await i18n.projects.export({ projectId, locale: 'en', format: 'json' })).data;
    await put({ save: 'Save', open: 'Open', exit: 'Exit' });
    await put({ save: 'Save all', open: 'Open file', fresh: 'New' });
    const { data: values } = await i18n.values.list({ projectId, locale: 'en' });
    const { id: valueId } = values.find(({ key }) => key === 'open')!;
    await i18n.values.update({ projectId, valueId: valueId!, text: 'Open a file' });

    await page.goto(`${base}/p/${projectId}`);
    await page.getByRole('button', { name: 'Undo this change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the change' });
    await dialog.getByText('1 new or restored key is archived.').waitFor();
    await dialog.getByText('1 was changed since and stays as it is:').waitFor();
    await dialog.getByRole('link', { name: 'open' }).waitFor();
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Undo this change' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await texts()).toMatchObject({
        content: { save: 'Save', open: 'Open a file', exit: 'Exit' },
        count: 3,
      }),
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
