import { LIMITS } from '@parlance/contracts';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newId } from '../../api/src/db/ids/uuid.ts';
import { actFor, joinOrganization } from '../../api/test/app/build.ts';
import { seedUser } from '../../api/test/app/seed.ts';
import { hasChromium } from '../../api/test/browser/chromium.ts';
import { openSite } from '../../api/test/browser/site.ts';
import {
  cell,
  enter,
  inState,
  leaveCell,
  openCell,
  openEditor,
  openTab,
  textOf,
} from './editor/editor.ts';

/** Number of changes above which the service does not announce each change. */
const GAP = LIMITS.eventBacklog + 1;

const isLive = (page: Page) => page.locator('[data-live]', { hasText: 'Live' }).waitFor();

describe.skipIf(!hasChromium)('changes of others, in a browser', () => {
  const site = openSite();

  /** Opens the editor of a person. A colleague named Ada works in the same project elsewhere. */
  async function openWithAda() {
    const opened = await openEditor(site, {
      values: { save: 'Die Datei speichern', title: 'Ein langer Titel' },
    });
    const { user, page, projectId } = opened;
    const ada = await seedUser(site.app, { name: 'Ada' });
    await joinOrganization(user, user.organizationId, 'developer', ada);
    const { i18n } = actFor(ada, user.organizationId);
    const { data: keys } = await i18n.keys.list({ projectId });
    await isLive(page);
    return {
      ...opened,
      /** Writes a text as Ada. */
      async write(key: string, text: string) {
        const { id: keyId } = keys.find(({ name }) => name === key)!;
        await i18n.values.put({ projectId, keyId, localeCode: 'de', text });
      },
      createKey: (name: string) => i18n.keys.create({ projectId, name, value: `Text of ${name}` }),
    };
  }

  it('appear in the grid with the name of the person until the cell is visited', async () => {
    const { page, write, problems } = await openWithAda();
    await write('save', 'Die Datei sichern');
    await write('greeting', 'Hallo {name}');
    const changed = cell(page, 'save').getByText('changed by Ada');
    await changed.waitFor();
    await cell(page, 'save').getByText('Die Datei sichern').waitFor();
    await cell(page, 'greeting').getByText('changed by Ada').waitFor();
    expect(await cell(page, 'title').innerText()).not.toContain('Ada');
    await cell(page, 'save').click();
    await cell(page, 'title').click();
    await changed.waitFor({ state: 'detached' });
    // The person's own save is not shown as a change of another person.
    await openCell(page, 'title');
    await page.keyboard.type(' von mir');
    await page.keyboard.press('Enter');
    await inState(page, 'title', 'clean');
    await write('tags', 'Jetzt <b>{file}</b>');
    await cell(page, 'tags').getByText('changed by Ada').waitFor();
    expect(await cell(page, 'title').innerText()).not.toContain('changed by');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('appear in the open cell before the text is saved', async () => {
    const { page, write, writes, stored, problems } = await openWithAda();
    await openCell(page, 'title');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ein langer Titel heute');
    await write('title', 'Der lange Titel');
    const notice = page.getByRole('status').filter({ hasText: 'Ada has just changed this text' });
    await notice.waitFor();
    await notice.getByText('Der lange Titel').waitFor();
    await expect.poll(() => textOf(page)).toBe('Ein langer Titel heute');
    expect(writes).toEqual([]);
    await page.keyboard.press('Enter');
    await inState(page, 'title', 'clean');
    expect(await stored('title')).toBe('Der lange Titel heute');

    // A text that was not edited here is replaced.
    await openCell(page, 'save');
    await write('save', 'Datei sichern');
    await notice.waitFor();
    await expect.poll(() => textOf(page)).toBe('Datei sichern');
    await leaveCell(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('move no row: new keys are offered, and shown on demand', async () => {
    const { page, projectId, createKey, problems } = await openWithAda();
    const rows = page.locator('[role=rowheader] bdi');
    const before = await rows.allTextContents();
    await createKey('added.one');
    await createKey('added.two');
    await page.getByText('2 new keys').waitFor();
    expect(await rows.allTextContents()).toEqual(before);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('bdi[title="added.two"]').waitFor();
    await page.getByText('2 new keys').waitFor({ state: 'detached' });
    // After a gap, the stream announces no single changes: the query runs again to count the new rows.
    await site.app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('change_sequence')
        .set((sequence) => ({ last_number: sequence('last_number', '+', GAP) }))
        .where('project_id', '=', projectId)
        .execute();
      await createKey('added.three');
      await tx
        .updateTable('change')
        .set((change) => ({
          number: change
            .selectFrom('change_sequence')
            .where('project_id', '=', projectId)
            .select('last_number'),
        }))
        .where('project_id', '=', projectId)
        .where('number', 'is', null)
        .execute();
    });
    await page.getByText('1 new key').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('bdi[title="added.three"]').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('arrive through one stream for two tabs; the second tab continues when the first is closed', async () => {
    const opened = await openWithAda();
    const { page, user, context, address, projectId, write } = opened;
    const { slug } = (await user.client.i18n.projects.get({ projectId })).data;
    const streams: Request[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/v1/events') streams.push(request);
    });
    // Events contain the id of a project, but an address may contain its slug.
    const other = await openTab(context, address.replace(projectId, slug));
    await isLive(other);
    expect(other.url()).toContain(`${projectId}/editor?l=de`);
    await write('save', 'Eins');
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await cell(tab, 'save').getByText('Eins').waitFor();
    }
    expect(streams).toEqual([]);
    await page.close();
    await expect.poll(() => streams.length).toBe(1);
    expect(await streams[0]!.headerValue('last-event-id')).toMatch(/^\d+$/);
    await write('save', 'Zwei');
    await cell(other, 'save').getByText('Zwei').waitFor();
    await context.close();
  });

  it('include jobs, which the frame and the page of jobs show without further requests', async () => {
    const { page, user, projectId, address, problems } = await openWithAda();
    const { db } = site.app;
    const id = newId();
    await db
      .insertInto('translation_job')
      .values({
        organization_id: user.organizationId,
        id,
        kind: 'missing',
        project_id: projectId,
        source_locale: 'en',
        options: JSON.stringify({ messageFormat: 'auto', targetLocales: ['de'], memory: null }),
        status: 'running',
        strings_total: 200,
        strings_done: 20,
        created_by_type: 'user',
        created_by_id: user.id,
        created_by_name: 'Test Person',
        created_at: new Date(),
        started_at: new Date(),
      })
      .execute();
    const inFrame = page.getByRole('banner').getByRole('link', { name: /job/ });
    await inFrame.waitFor();
    await expect.poll(() => inFrame.innerText()).toMatch(/1 job\s+10%/);
    await inFrame.click();
    const bar = page.getByRole('main').getByRole('progressbar');
    await bar.waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/translate/jobs')) asked.push(request.url());
    });
    const update = (changes: object) =>
      db.updateTable('translation_job').set(changes).where('id', '=', id).execute();
    await update({ strings_done: 100 });
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('50');
    await inFrame.getByText('50%').waitFor();
    expect(asked).toEqual([]);
    await update({ strings_done: 200, status: 'completed', finished_at: new Date() });
    await inFrame.waitFor({ state: 'detached' });
    await bar.waitFor({ state: 'detached' });
    expect(asked.length).toBe(1);
    expect(problems).toEqual([]);
    await page.goto(address);
    await enter(page, 'save');
    await page.context().close();
  });
});
