import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = { hello: 'Hello {name}', plain: 'Plain' };
const DE = { hello: 'Hallo {nmae}', plain: 'Einfach', extra: 'Mehr' };
const LINE =
  /^2 texts have findings: (\d) errors, (\d) warnings?\. See them with parlance check\.$/m;

describe('parlance push of texts with findings', () => {
  it('reports the numbers of errors and warnings that check reports, and succeeds', async () => {
    const clone = world.clone(await world.createProject());
    clone.write('locales/en.json', EN);
    clone.write('locales/de.json', DE);
    const { errors, warnings } = (await clone.run('check')).json.data as Record<string, number>;
    const dry = await clone.run('push', '--all', '--dry-run');
    expect(dry.json.data.findingCounts).toEqual({ texts: 2, errors, warnings });
    const { exit, out } = await clone.runWith({}, 'push', '--all');
    const [, ...said] = LINE.exec(out)!;
    expect([exit, said.map(Number)]).toEqual([0, [errors, warnings]]);
    expect(errors! * warnings!).toBeGreaterThan(0);
    const again = await clone.run('push', '--all');
    expect(again.json.data).not.toHaveProperty('findingCounts');
  });

  it('counts findings only in the sent texts, and sends no additional request', async () => {
    const clone = world.clone(await world.createProject());
    const requestsOf = async (name: string, text: string) => {
      const requests = vi.spyOn(globalThis, 'fetch');
      clone.write('locales/de.json', { hello: 'Hallo {nmae}', [name]: text });
      const { json } = await clone.run('push', '--all');
      const number = requests.mock.calls.length;
      requests.mockRestore();
      return { number, findings: json.data.findingCounts };
    };
    clone.write('locales/en.json', { hello: 'Hello {name}', a: 'A {x}' });
    await clone.run('push');
    await requestsOf('a', 'A {x} first');
    const clean = await requestsOf('a', 'A {x} again');
    expect(clean.findings).toEqual({ texts: 0, errors: 0, warnings: 0 });
    const faulty = await requestsOf('a', 'A {y}');
    expect(faulty.findings).toEqual({ texts: 1, errors: 2, warnings: 0 });
    expect(faulty.number).toBe(clean.number);
  });

  it('says what it has sent if it is interrupted while it counts the findings', async () => {
    const clone = world.clone(await world.createProject());
    // The checks let an interrupt in after 500 texts.
    const texts = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`k${at}`, 'A']));
    clone.write('locales/en.json', texts);
    const controller = new AbortController();
    const requests = vi.spyOn(globalThis, 'fetch');
    const isSent = () => requests.mock.calls.some(([, init]) => init?.method === 'POST');
    vi.spyOn(controller.signal, 'throwIfAborted').mockImplementation(() => {
      if (isSent()) controller.abort();
      if (controller.signal.aborted) throw controller.signal.reason;
    });
    const { signal } = controller;
    const { exit, json } = await clone.runWith({ signal }, 'push', '--all', '--json');
    requests.mockRestore();
    expect([exit, json.errors[0]!.code]).toEqual([130, 'interrupted']);
    expect(json.data.pushed).toMatchObject([{ locale: 'en', created: 600 }]);
  });

  it('uses the settings of the project, and recognizes keys that were renamed in the project', async () => {
    const projectId = await world.createProject();
    const { keys, projects } = world.tenant.client.i18n;
    const clone = world.clone(projectId);
    clone.write('locales/en.json', { old: 'Hello {name}' });
    await clone.run('push');
    await keys.update({ projectId, keyId: (await world.keyId(projectId, 'old'))!, name: 'new' });
    clone.write('locales/de.json', { old: 'Hallo {nmae}' });
    const dry = ['push', '--all', '--dry-run'];
    expect((await clone.run(...dry)).json.data.findingCounts).toMatchObject({
      texts: 1,
      errors: 2,
    });
    const checks = { placeholder_missing: 'warning' } as const;
    await projects.update({ projectId, settings: { checks } });
    const levelled = { texts: 1, errors: 1, warnings: 1 };
    expect((await clone.run(...dry)).json.data.findingCounts).toEqual(levelled);
  });

  it('reports no missing source text while a source file cannot be read', async () => {
    const files = ['a', 'b'].map((name) => ({ path: `${name}/{locale}.json` }));
    const clone = world.clone(await world.createProject(), { files });
    clone.write('a/en.json', '{ "a": }');
    clone.write('a/de.json', { a: 'A de' });
    clone.write('b/en.json', { b: 'B' });
    const { exit, json } = await clone.run('push', '--all', '--keep-going');
    expect([exit, json.data.findingCounts]).toEqual([6, { texts: 0, errors: 0, warnings: 0 }]);
  });
});

it('parlance sync reports the number of findings of the sent texts', async () => {
  const clone = world.clone(await world.createProject(), { push: { locales: 'all' } });
  clone.write('locales/en.json', EN);
  clone.write('locales/de.json', DE);
  const { exit, out } = await clone.runWith({}, 'sync');
  expect([exit, out]).toEqual([0, expect.stringMatching(LINE)]);
});
