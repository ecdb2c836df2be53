import type { ValueState } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

type States = Record<string, [text: string, state: ValueState]>;

/** A format with states: a file with two translations, as tools of the format write it. */
interface Sample {
  files: Record<string, string>;
  config: { path: string; source?: string };
  path: string;
  /** Returns the German file with these texts and states. */
  fileOf(states: States): string;
  tellsReviewed: boolean;
}

const PO_HEAD = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`;
const poOf = (states: States) =>
  Object.entries(states).reduce(
    (file, [key, [text, state]]) =>
      `${file}\n${state === 'needs_review' ? '#, fuzzy\n' : ''}msgid "${key}"\nmsgstr "${text}"\n`,
    PO_HEAD,
  );
/** Returns the template of a gettext file. */
const templateOf = (file: string) =>
  file.replace('Language: de', 'Language: ').replaceAll(/^(msgstr\[.\]) .*/gm, '$1 ""');
const STATES_12 = {
  needs_review: ' state="needs-review-translation"',
  translated: ' state="translated"',
  reviewed: ' state="signed-off"',
};
const xliffOf = (states: States | null) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${states ? ' target-language="de"' : ''} datatype="plaintext" original="app">
    <body>${Object.entries(states ?? { One: null, Two: null })
      .map(
        ([key, own]) => `
      <trans-unit id="${key}"${own?.[1] === 'reviewed' ? ' approved="yes"' : ''}>
        <source>${key}</source>${own ? `\n        <target${STATES_12[own[1]]}>${own[0]}</target>` : ''}
      </trans-unit>`,
      )
      .join('')}
    </body>
  </file>
</xliff>
`;
const catalogOf = (states: States) =>
  JSON.stringify(
    {
      sourceLanguage: 'en',
      strings: Object.fromEntries(
        Object.entries(states).map(([key, [value, state]]) => [
          key,
          {
            localizations: {
              de: {
                stringUnit: {
                  state: state === 'needs_review' ? 'needs_review' : 'translated',
                  value,
                },
              },
            },
          },
        ]),
      ),
      version: '1.0',
    },
    null,
    2,
  ).replaceAll('":', '" :');

const SAMPLES: Record<string, Sample> = {
  po: {
    files: { 'po/app.pot': templateOf(poOf({ One: ['', 'translated'], Two: ['', 'translated'] })) },
    config: { path: 'po/{locale}.po', source: 'po/app.pot' },
    path: 'po/de.po',
    fileOf: poOf,
    tellsReviewed: false,
  },
  xliff: {
    files: { 'x/m.xlf': xliffOf(null) },
    config: { path: 'x/m.{locale}.xlf', source: 'x/m.xlf' },
    path: 'x/m.de.xlf',
    fileOf: xliffOf,
    tellsReviewed: true,
  },
  xcstrings: {
    files: {},
    config: { path: 'L.xcstrings' },
    path: 'L.xcstrings',
    fileOf: catalogOf,
    tellsReviewed: false,
  },
};

const statesOf = async (projectId: string): Promise<States> => {
  const { data } = await world.tenant.client.i18n.values.list({ projectId, locale: 'de' });
  return Object.fromEntries(data.map(({ key, text, state }) => [key, [text!, state!]]));
};

const put = (projectId: string, key: string, value: [string, ValueState]) =>
  world.translate(projectId, { [key]: value });

/** Creates a checkout whose German file has these states, and a project with the same content. */
async function start(sample: Sample, states: States): Promise<{ projectId: string; clone: Clone }> {
  const projectId = await world.createProject();
  const clone = world.clone(projectId, { files: [sample.config] });
  for (const [path, text] of Object.entries(sample.files)) clone.write(path, text);
  clone.write(sample.path, sample.fileOf(states));
  expect(await clone.run('push', '--all')).toMatchObject({ exit: 0 });
  return { projectId, clone };
}

const BEFORE: States = { One: ['Eins', 'needs_review'], Two: ['Zwei', 'translated'] };

describe.each(Object.entries(SAMPLES))('states of a %s file', (_, sample) => {
  it('follow the project if the text is unchanged, and get written with the text in a pull', async () => {
    const { projectId, clone } = await start(sample, BEFORE);
    expect(await statesOf(projectId)).toEqual(BEFORE);
    await put(projectId, 'One', ['Eins', 'translated']);
    await put(projectId, 'Two', ['Zwei!', 'needs_review']);
    const pulled = await clone.run('pull');
    expect(pulled.json.data.files).toMatchObject([{ changed: 1, states: 1 }]);
    const after: States = { One: ['Eins', 'translated'], Two: ['Zwei!', 'needs_review'] };
    expect(clone.read(sample.path)).toBe(sample.fileOf(after));
    await put(projectId, 'One', ['Eins', 'reviewed']);
    await clone.run('pull');
    const reviewed: States = { ...after, One: ['Eins', 'reviewed'] };
    expect(clone.read(sample.path)).toBe(sample.fileOf(reviewed));
    const lock = clone.read('parlance.lock');
    expect((await clone.run('pull')).json.data.files).toEqual([]);
    expect((await clone.run('push', '--all')).json.data.pushed).toEqual([]);
    expect(clone.read(sample.path)).toBe(sample.fileOf(reviewed));
    expect(clone.read('parlance.lock')).toBe(lock);
  });

  it('stay after a pull if only the file changed them, and reach the project with push --states', async () => {
    const { projectId, clone } = await start(sample, BEFORE);
    await put(projectId, 'Two', ['Zwei', 'reviewed']);
    await clone.run('pull');
    const here: States = { One: ['Eins', 'translated'], Two: ['Zwei', 'needs_review'] };
    clone.write(sample.path, sample.fileOf(here));
    for (const command of [['pull'], ['push', '--all'], ['sync', '--all']]) {
      expect(await clone.run(...command)).toMatchObject({ exit: 0 });
    }
    expect(clone.read(sample.path)).toBe(sample.fileOf(here));
    expect(await statesOf(projectId)).toEqual({ ...BEFORE, Two: ['Zwei', 'reviewed'] });
    const { json } = await clone.run('push', '--all', '--states');
    expect(json.data.pushed).toMatchObject([{ created: 0, updated: 0, states: 2 }]);
    expect(await statesOf(projectId)).toEqual(here);
    await clone.run('pull');
    expect(clone.read(sample.path)).toBe(sample.fileOf(here));
  });

  it('come from the project, without a conflict, if the file and the project changed them', async () => {
    const { projectId, clone } = await start(sample, BEFORE);
    await clone.run('pull');
    clone.write(sample.path, sample.fileOf({ ...BEFORE, Two: ['Zwei', 'needs_review'] }));
    await put(projectId, 'Two', ['Zwei', 'needs_review']);
    await put(projectId, 'Two', ['Zwei', 'reviewed']);
    await put(projectId, 'One', ['Eins', 'reviewed']);
    expect(await clone.run('push', '--all', '--states')).toMatchObject({ exit: 0 });
    const expected: States = { One: ['Eins', 'reviewed'], Two: ['Zwei', 'reviewed'] };
    if (sample.tellsReviewed) expect(await statesOf(projectId)).toEqual(expected);
    await clone.run('pull');
    if (sample.tellsReviewed) expect(clone.read(sample.path)).toBe(sample.fileOf(expected));
  });

  it('stay unknown in a lock of an earlier version, and the first pull writes the states of the project', async () => {
    const { projectId, clone } = await start(sample, BEFORE);
    await clone.run('pull');
    const lock = clone.json('parlance.lock') as { projects: Record<string, { states?: true }> };
    for (const one of Object.values(lock.projects)) delete one.states;
    clone.write('parlance.lock', lock);
    clone.write(sample.path, sample.fileOf({ ...BEFORE, Two: ['Zwei', 'needs_review'] }));
    expect((await clone.run('push', '--all', '--states')).exit).toBe(0);
    expect(await statesOf(projectId)).toEqual(BEFORE);
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read(sample.path)).toBe(sample.fileOf(BEFORE));
  });
});

it('pull.states does not change the states of texts that it omits', async () => {
  const sample = SAMPLES.po!;
  const { projectId, clone } = await start(sample, { ...BEFORE, One: ['Eins', 'translated'] });
  const files = [sample.config];
  const config = { project: projectId, files, pull: { states: ['translated', 'reviewed'] } };
  clone.write('parlance.json', config);
  await put(projectId, 'One', ['Eins', 'needs_review']);
  const before = clone.read(sample.path);
  expect((await clone.run('pull')).json.data.files).toMatchObject([{ states: 0, held: 1 }]);
  expect(clone.read(sample.path)).toBe(before);
  clone.write('parlance.json', { project: projectId, files });
  await clone.run('pull');
  expect(clone.read(sample.path)).toBe(sample.fileOf({ ...BEFORE, One: ['Eins', 'needs_review'] }));
});

it('forms of a plural in gettext stay fuzzy together until all forms are reviewed', async () => {
  const entry = (fuzzy: string) =>
    `${PO_HEAD}\n${fuzzy}msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Dateien"\n`;
  const sample = {
    ...SAMPLES.po!,
    files: { 'po/app.pot': templateOf(entry('')) },
    fileOf: () => entry('#, fuzzy\n'),
  };
  const { projectId, clone } = await start(sample, {});
  await put(projectId, '%d file.one', ['%d Datei', 'reviewed']);
  expect((await clone.run('pull')).json.data.files).toEqual([]);
  expect(clone.read(sample.path)).toBe(entry('#, fuzzy\n'));
  await put(projectId, '%d file.other', ['%d Dateien', 'translated']);
  await clone.run('pull');
  expect(clone.read(sample.path)).toBe(entry(''));
});
