import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const IT = 'locales/it.json';
const NOTHING_TO_PULL = 'Nothing to pull: the files have the texts of the project.\n';

describe('the output of a push and of the next steps', () => {
  it('names an archived key that returns to a file, and the key that --restore restores', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write(EN, { a: 'A' });
    const pruned = await clone.runWith({}, 'push', '--prune');
    expect(pruned.out).toBe('Archived 1 key.\n');
    clone.write(EN, { a: 'A', b: 'B' });
    const kept = await clone.runWith({}, 'push');
    expect(kept.err).toContain(
      'en  0 new, 0 changed, 1 archived or cleared in the project: b (--restore restores them)',
    );
    expect(kept.out).toBe(
      'Nothing to push without --restore: 1 text of the files is archived or cleared in the project.\n',
    );
    expect(await world.texts(projectId)).toEqual({ a: 'A' });
    const restored = await clone.runWith({}, 'push', '--restore');
    expect(restored.err).toContain('en  0 new, 0 changed, 1 restored');
    expect(restored.out).toBe('Restored 1 key.\n');
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B' });
  });

  it('reports that a locale is disabled, and explains how to enable it', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'I' }, 'it');
    const { locales } = world.tenant.client.i18n;
    await locales.update({ projectId, localeCode: 'it', enabled: false });
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write(IT, { a: 'I', b: 'II' });
    const { err, out } = await clone.runWith({}, 'push', '--all');
    const line =
      'it  left out: the locale is disabled in the project (parlance locales add it enables it)';
    expect(err.split(line)).toHaveLength(2);
    expect(err).not.toContain('2 new');
    expect(out).toBe('Nothing to push: texts of disabled locales are not sent.\n');
    const { json } = await clone.run('push', '--all');
    expect(json.warnings).toMatchObject([{ code: 'locale_disabled', message: line }]);
    const compared = await clone.run('diff');
    expect(compared).toMatchObject({ exit: 0, json: { data: { differences: [] } } });
    expect(compared.json.warnings).toEqual(json.warnings);
    expect((await clone.runWith({}, 'pull')).out).toBe(`${NOTHING_TO_PULL}${line}\n`);
    const status = await clone.run('status');
    expect(status.json.warnings).toEqual(json.warnings);
    const translated = await clone.run('translate', '--locale', 'it');
    expect(translated.json.errors[0]?.message).toBe(
      'The locale it is disabled in the project. parlance locales add it enables it.',
    );
    await clone.run('locales', 'add', 'it');
    expect((await clone.runWith({}, 'push', '--all')).out).toBe('Pushed 1 text.\n');
    expect(await world.texts(projectId, 'it')).toEqual({ a: 'I', b: 'II' });
  });

  it('reports that a locale of the files is not in the project, and that a push adds it', async () => {
    const projectId = await world.createProject({ a: 'A' });
    await world.put(projectId, { a: 'I' }, 'it');
    const clone = world.clone(projectId);
    await clone.run('pull');
    const removed = { projectId, localeCode: 'it', deleteValues: true, purge: true };
    await world.tenant.client.i18n.locales.delete(removed);
    expect((await clone.runWith({}, 'push')).err).toContain(
      'it  1 text only in the files: it is not a locale of the project (push --all adds it; or delete its files)',
    );
    expect((await clone.runWith({}, 'pull')).out).toBe(
      `${NOTHING_TO_PULL}it  1 text only in the files: it is not a locale of the project (push --all adds it; or delete its files)\n`,
    );
    const { json } = await clone.run('doctor');
    expect(json.data.examinations).toContainEqual({
      name: 'locales/{locale}.json',
      state: 'warning',
      detail:
        'it is not a locale of the project: parlance push --all adds what its files have, or delete them',
    });
    const planned = await clone.runWith({}, 'push', '--all', '--dry-run');
    expect(planned.err).toContain('it  adds the locale it to the project, 1 new, 0 changed');
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.data.pushed).toMatchObject([{ locale: 'it', isNewLocale: true }]);
    expect((await clone.runWith({}, 'push', '--all')).out).toBe(
      'Nothing to push: the project has the texts of the files.\n',
    );
  });

  it('explains how to restore a translation that was removed from a file and stays in the project', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'I', b: 'II' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write('locales/de.json', { a: 'I' });
    const pushed = await clone.runWith({}, 'push', '--all', '--prune');
    expect(pushed.err).toContain(
      'de  0 new, 0 changed, 1 only in the project (it keeps translations; pull --restore writes them)',
    );
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'I', b: 'II' });
    expect((await clone.runWith({}, 'pull')).out).toBe(
      'Nothing to pull. 1 text removed here: the project keeps translations, pull --restore writes it again.\n',
    );
    await clone.run('pull', '--restore');
    expect(clone.json('locales/de.json')).toEqual({ a: 'I', b: 'II' });
  });

  it('names the push that sends the texts that a pull kept, and counts conflicts', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B', c: 'C' });
    await world.translate(projectId, {
      a: ['I', 'reviewed'],
      b: ['II', 'translated'],
      c: ['III', 'translated'],
    });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there' });
    await world.translate(projectId, { a: ['I there', 'reviewed'] });
    clone.write(EN, { a: 'A here', b: 'B here', c: 'C' });
    clone.write('locales/de.json', { a: 'I here', b: 'II here', c: 'III' });
    const before = await clone.runWith({}, 'push', '--conflicts', 'ours', '--dry-run');
    expect(before.err).toContain(
      'de  1 text new or changed here, 1 conflict (push --all sends all locales)\n',
    );
    expect((await clone.runWith({}, 'status')).out).toMatch(/^de .* 1 \(1 conflict\) +0$/m);
    const kept = await clone.runWith({}, 'pull', '--conflicts', 'ours');
    expect(kept.out).toBe(
      'Nothing to pull. 2 texts changed here: push sends them. 2 translations changed here: push --all sends them (with --replace-reviewed for those that are reviewed).\n',
    );
    expect((await clone.runWith({}, 'push')).err).toContain(
      'de  2 texts new or changed here (push --all sends all locales)\n',
    );
    // The warning suggests the same push with one more flag, because a push without `--all` would leave out the locale.
    expect((await clone.runWith({}, 'push', '--all')).err).toContain(
      'the reviewed text in de was kept; the same push with --replace-reviewed replaces it',
    );
    const one = '1 translation changed here: push';
    expect((await clone.runWith({}, 'pull')).out).toBe(
      `Nothing to pull. ${one} --all sends it (with --replace-reviewed if it is reviewed).\n`,
    );
    clone.write('parlance.json', {
      ...(clone.json('parlance.json') as object),
      push: { locales: ['de'] },
    });
    expect((await clone.runWith({}, 'pull')).out).toContain(`${one} sends it (`);
    await clone.run('push', '--replace-reviewed');
    expect(await world.texts(projectId, 'de')).toEqual({ a: 'I here', b: 'II here', c: 'III' });
    expect((await clone.runWith({}, 'pull')).out).toBe(NOTHING_TO_PULL);
  });

  it('states that files that cannot be read are skipped', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write('locales/de.json', '{ "a": ');
    const { err } = await clone.runWith({}, 'push', '--all');
    expect(err).toContain('de  skipped: its files cannot be read');
    expect(err).not.toContain('de  0 new');
  });
});
