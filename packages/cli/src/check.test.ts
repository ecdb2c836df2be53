import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Clone } from '../test/clone.ts';

let clone: Clone;
afterEach(() => clone.remove());

const withFiles = (files: Record<string, unknown>): Clone => {
  clone = new Clone({});
  clone.write('parlance.json', { files: [{ path: '{locale}.json' }] });
  for (const [path, content] of Object.entries(files)) clone.write(path, content);
  return clone;
};

describe('parlance check', () => {
  it('names the file, the line and the column of a finding', async () => {
    const { exit, json } = await withFiles({
      'en.json': { home: { hello: 'Hello {name}' }, bad: '{count, plural, one {#}}' },
      'de.json': { home: { hello: 'Hallo {nmae}' }, extra: 'Mehr' },
    }).run('check', '--offline');
    expect(exit).toBe(1);
    expect(json.data).toMatchObject({ files: 2, texts: 4 });
    expect(json.data.findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'placeholder_missing',
          severity: 'error',
          file: 'de.json',
          path: 'home.hello',
          line: 3,
          column: 14,
        }),
        expect.objectContaining({ code: 'no_source_text', severity: 'warning', path: 'extra' }),
      ]),
    );
  });

  it('does not report missing source texts if a file of the source locale cannot be read', async () => {
    const { exit, json } = await withFiles({
      'en.json': '{ "a": "A',
      'de.json': { a: 'A', b: 'B' },
    }).run('check', '--offline');
    expect(exit).toBe(1);
    const { findings } = json.data as { findings: { code: string; file: string }[] };
    expect(findings.map(({ file }) => file)).toEqual(['en.json']);
  });

  it('reports the position of an unknown runtime in parlance.json', async () => {
    clone = new Clone({});
    const known = { files: [{ path: '{locale}.json' }], runtimes: ['android', 'i18next'] };
    clone.write('parlance.json', known);
    clone.write('en.json', { a: 'A' });
    expect((await clone.run('check', '--offline')).exit).toBe(0);
    clone.write('parlance.json', { ...known, runtimes: ['android', 'i18nexst'] });
    const { exit, json } = await clone.run('check', '--offline');
    expect(exit).toBe(2);
    expect(json.errors).toMatchObject([
      {
        path: '/runtimes/1',
        line: expect.any(Number),
        message: expect.stringContaining('i18nexst'),
      },
    ]);
  });

  it.each([
    ['lib/l10n/app_{locale}.arb', undefined, (text: string) => ({ a: text }), "l'{name}", 'le nom'],
    [
      '_locales/{locale:chrome}/messages.json',
      'chrome',
      (message: string) => ({ a: { message, placeholders: { name: { content: '$1' } } } }),
      'Hi $NAME$',
      'Salut',
    ],
  ])('detects the message format of the files %s', async (path, format, fileOf, en, fr) => {
    clone = new Clone({});
    clone.write('parlance.json', { files: [{ path, ...(format && { format }) }] });
    for (const [locale, text] of Object.entries({ en, fr })) {
      clone.write(path.replace(/\{.*\}/, locale), fileOf(text));
    }
    const { json } = await clone.run('check', '--offline');
    expect(json.data.findings).toMatchObject([{ code: 'placeholder_missing', severity: 'error' }]);
    clone.write(path.replace(/\{.*\}/, 'fr'), fileOf(en));
    const again = await clone.run('check', '--offline');
    expect(again.json.data.errors).toBe(0);
  });

  it('finds texts that the tool of a platform rejects or ignores', async () => {
    const resx = (...names: string[]) =>
      `<root>${names.map((name) => `<data name="${name}"><value>x</value></data>`).join('\n')}</root>`;
    clone = withFiles({
      'parlance.json': {
        files: [
          { path: '_locales/{locale:chrome}/messages.json', format: 'chrome', prefix: 'c.' },
          { path: 'l10n/app_{locale:posix}.arb', prefix: 'f.' },
          { path: 'S{.locale}.resx', prefix: 'n.' },
        ],
      },
      '_locales/en/messages.json': { hi: { message: 'Hi $1' } },
      '_locales/zh_Hans/messages.json': { hi: { message: 'Hi $1 $who$' } },
      'l10n/app_en.arb': { ok: 'x', 'menu.open': 'Open' },
      'l10n/app_zh_Hant.arb': { ok: 'y' },
      'S.resx': resx('Save', 'save'),
    });
    const { exit, json } = await clone.run('check', '--offline');
    expect(exit).toBe(1);
    const found = (json.data.findings as Record<string, unknown>[]).map(
      ({ code, severity, file, line }) => [code, severity, file, line],
    );
    expect(found).toEqual(
      expect.arrayContaining([
        ['placeholder_undeclared', 'error', '_locales/zh_Hans/messages.json', 3],
        ['locale_not_in_store', 'warning', '_locales/zh_Hans/messages.json', undefined],
        ['name_not_dart', 'error', 'l10n/app_en.arb', 3],
        ['fallback_missing', 'error', 'l10n/app_zh.arb', undefined],
        ['names_differ_in_case', 'warning', 'S.resx', 2],
      ]),
    );
    const own = new Set(found.map(([code]) => code));
    expect([...own].filter((code) => !/^placeholder_unknown$/.test(String(code)))).toHaveLength(5);
  });

  it('exits with 1 if the share of translated texts in a locale is below the configured minimum', async () => {
    withFiles({
      'en.json': {
        a: 'A',
        b: 'B',
        c: 'C',
        item_one: '{{count}} item',
        item_other: '{{count}} items',
      },
      'de.json': {
        a: 'A',

        c: 'C',
        item_one: '{{count}} Ding',
        item_other: '{{count}} Dinge',
      },
      'ja.json': { a: 'あ', b: 'い', c: 'う', item_other: '{{count}} 個' },
    });
    const files = [{ path: '{locale}.json' }];
    const check = async (minimum: Record<string, number>, ...argv: string[]) => {
      clone.write('parlance.json', { files, check: { minimum } });
      const { exit, json } = await clone.run('check', '--offline', ...argv);
      return [exit, (json.data?.findings as { message: string }[])?.map(({ message }) => message)];
    };
    expect(await check({ de: 80, ja: 100 })).toEqual([0, []]);
    const below = 'de is 80 % translated (4 of 5 texts), below 80.5 %';
    expect(await check({ de: 80.5, ja: 100 })).toEqual([1, [below]]);
    expect(await check({ de: 80.5 }, '--fail-on', 'never')).toEqual([0, [below]]);
    expect(await check({ de: 80.5 }, '--locale', 'ja')).toEqual([0, []]);
    expect((await check({ fr: 10 }))[0]).toBe(2);
    clone.write('de.json', '{');
    expect((await check({ de: 80 }))[0]).toBe(1);
    withFiles({ 'en.json': { a: 'A' }, 'de.json': { a: '' } });
    const none = 'de is 0 % translated (0 of 1 text), below 1 %';
    expect((await check({ de: 1 }))[1]).toContain(none);
    clone.write('de.json', {});
    expect(await check({ de: 1 })).toEqual([1, [none]]);
  });

  it('warns of strings in the program that look like keys but are not, with --missing-in-code', async () => {
    withFiles({
      'en.json': {
        menu: { open: 'Open', item_one: '{{count}} item', item_other: '{{count}} items' },
      },
      'src/a.ts': "t('menu.open'); t('menu.item', { count });\n  t('menu.opne'); t('menu.' + x);\n",
      'src/b.ts': "import './menu.ts'; load('menu.json'); t('other.name'); t('menu.later.x');\n",
    });
    clone.write('parlance.json', {
      files: [{ path: '{locale}.json' }],
      check: { unused: { in: ['src/**'], ignore: ['menu.later.*'] } },
    });
    const { exit, json } = await clone.run('check', '--offline', '--missing-in-code');
    expect([exit, json.data.findings]).toEqual([
      0,
      [expect.objectContaining({ path: 'menu.opne', file: 'src/a.ts', line: 2, column: 6 })],
    ]);
    expect((await clone.run('check', '--offline')).json.data.findings).toEqual([]);
  });

  it('explains why --missing-in-code compared nothing, and names the setting to change', async () => {
    const saidFor = async (keys: object, unused?: object) => {
      withFiles({ 'en.json': keys, 'src/a.ts': "t('menu.opne')" });
      const files = [{ path: '{locale}.json' }];
      clone.write('parlance.json', { files, ...(unused && { check: { unused } }) });
      const { out, err } = await clone.runWith({}, 'check', '--offline', '--missing-in-code');
      return out + err;
    };
    expect(await saidFor({ menu: { open: 'Open' } })).toContain(
      'Compared 1 string in 1 file of the program with the keys.',
    );
    expect(await saidFor({ menu: { open: 'Open' } }, { in: ['app/**'] })).toContain(
      'no file matches "check.unused.in", which is app/**',
    );
    expect(await saidFor({ open: 'Open' })).toContain('no key of the source files has a dot');
    expect(await saidFor({ other: { open: 'Open' } })).toContain(
      'none of 1 file has a string that begins as a key does. Name the files of the program in "check.unused.in".',
    );
  });

  it('creates the folder of a report', async () => {
    withFiles({ 'en.json': { a: 'A' } });
    const report = (path: string) => clone.run('check', '--offline', '--report', `junit=${path}`);
    expect((await report('out/more/x.xml')).exit).toBe(0);
    expect(clone.read('out/more/x.xml')).toContain('<testsuite');
    const { exit, json } = await report('en.json/x.xml');
    expect([exit, json.errors[0]!.message]).toEqual([
      2,
      'Cannot write en.json/x.xml: a part of its folder is a file.',
    ]);
  });

  it('recognizes keys in the program with and without their namespace, as i18next does', async () => {
    withFiles({
      'l/en/cart.json': { pay: 'Pay', item_one: '{{count}} item', item_other: '{{count}} items' },
      'l/en/common.json': { ok: 'OK', title: 'Title', never: 'Never' },
      'src/a.tsx':
        "t('cart:pay'); t('cart:item', { count }); t('cart:payed'); useTranslation('common'); t('ok'); load('a:b')\n",
      'src/b.tsx': '<Trans i18nKey="common:title" />; t("title", { ns: "common" })\n',
    });
    clone.write('parlance.json', {
      files: [{ path: 'l/{locale}/{namespace}.json', prefix: '{namespace}.' }],
      check: { unused: { in: ['src/**'] } },
    });
    const unused = await clone.run('keys', 'unused');
    expect([unused.exit, unused.json.data.unused]).toEqual([1, ['common.never']]);
    const { json } = await clone.run('check', '--offline', '--missing-in-code');
    expect(json.data.findings).toMatchObject([{ code: 'key_missing', path: 'cart:payed' }]);
  });

  it('accepts a plural form that omits the number of its source form', async () => {
    const { json } = await withFiles({
      'en.json': { item_one: '{{count}} item', item_other: '{{count}} items' },
      'de.json': { item_one: 'Ein Ding', item_other: '{{count}} Dinge' },
    }).run('check', '--offline');
    expect(json.data.findings).toEqual([]);
  });

  const xliffOf = (locale: string, target: string): string =>
    `<xliff version="1.2"><file source-language="en" target-language="${locale}" original="a" datatype="plaintext"><body>
<trans-unit id="a" resname="a" maxwidth="4" size-unit="char"><source>Open</source><target>${target}</target></trans-unit>
</body></file></xliff>`;

  it('finds texts that exceed their length limit, and keys that are in two files', async () => {
    withFiles({
      'l/en.xliff': xliffOf('en', 'Open'),
      'l/de.xliff': xliffOf('de', 'Aufmachen'),
      'x/en.json': { b: 'B', c: 'C' },
      'y/en.json': { b: 'B' },
    });
    const files = [{ path: 'l/{locale}.xliff' }, { path: '{part}/{locale}.json' }];
    clone.write('parlance.json', { files });
    const { json } = await clone.run('check', '--offline');
    expect(json.data.findings).toMatchObject([
      { code: 'too_long', file: 'l/de.xliff', path: 'a', locale: 'de' },
      { code: 'duplicate_key', file: 'y/en.json', path: 'b', line: 2 },
    ]);
  });

  it('accepts plural forms that the source language lacks', async () => {
    const { exit } = await withFiles({
      'en.json': { item_one: '{{count}} item', item_other: '{{count}} items' },
      'pl.json': { item_few: '{{count}} elementy' },
    }).run('check', '--offline');
    expect(exit).toBe(0);
  });

  it('checks the staged version of files that were changed after staging, with --staged', async () => {
    withFiles({
      'en.json': { a: 'A {x}', b: 'B {x}' },
      'de.json': { a: 'A', b: 'B {x}' },
      'fr.json': '{',
    });
    const git = (...argv: string[]) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=t@example.test', ...argv], {
        cwd: clone.root,
        stdio: 'pipe',
      });
    const check = async () => {
      const { exit, json } = await clone.run('check', '--offline', '--staged');
      const findings = json.data?.findings as { file: string; path?: string; code: string }[];
      return [exit, findings?.map(({ file, path, code }) => `${file} ${path} ${code}`)];
    };
    expect((await check())[0]).toBe(2);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
    expect(await check()).toEqual([0, []]);
    clone.write('de.json', { a: 'A', b: 'B' });
    clone.write('it.json', { a: 'A' });
    expect(await check()).toEqual([0, []]);
    git('add', 'de.json');
    clone.write('de.json', 'not JSON');
    const missing = ['de.json a placeholder_missing', 'de.json b placeholder_missing'];
    expect(await check()).toEqual([1, missing]);
    clone.write('it.json', '[');
    git('add', 'it.json');
    expect((await check())[1]).toContainEqual(expect.stringMatching(/^it.json .*content_invalid$/));
  });

  it('reports the file and the line of a syntax error', async () => {
    const { exit, json } = await withFiles({ 'en.json': { a: 'A' }, 'de.json': '{ "a": }' }).run(
      'check',
      '--offline',
    );
    expect(exit).toBe(1);
    expect(json.data.findings).toMatchObject([
      { code: 'content_invalid', file: 'de.json', line: 1 },
    ]);
  });

  it('writes reports for GitHub, GitLab and JUnit, and annotations in GitHub Actions', async () => {
    withFiles({ 'en.json': { a: 'A {x}' }, 'de.json': { a: '<"&\u001b' } });
    const reports = ['sarif', 'gitlab', 'junit'].flatMap((kind) => [
      '--report',
      `${kind}=${kind}.txt`,
    ]);
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(clone.root, 'summary.md') };
    const { err } = await clone.runWith({ env }, 'check', '--offline', ...reports);
    const sarif = clone.json('sarif.txt') as { runs: { results: { ruleId: string }[] }[] };
    expect(sarif.runs[0]!.results.map(({ ruleId }) => ruleId)).toContain('placeholder_missing');
    expect(clone.json('gitlab.txt')).toMatchObject([
      { check_name: 'placeholder_missing', location: { path: 'de.json', lines: { begin: 2 } } },
    ]);
    expect(clone.read('summary.md')).toMatch(
      /^\*\*Checked 2 texts .*\n\n.*\n.*\n\| error \| de\.json:2 \| a \| /,
    );
    expect(clone.read('junit.txt')).toContain('<testcase classname="de.json:2"');
    expect(err).toContain('::error file=de.json,line=2,col=8,title=placeholder_missing::a: ');
  });

  it('exits with 0 or 1 for warnings and errors, depending on --fail-on', async () => {
    withFiles({ 'en.json': { a: 'A' }, 'de.json': { a: 'B', b: 'B' } });
    expect((await clone.run('check', '--offline')).exit).toBe(0);
    expect((await clone.run('check', '--offline', '--fail-on', 'warning')).exit).toBe(1);
    clone.write('de.json', '{');
    expect((await clone.run('check', '--offline', '--fail-on', 'never')).exit).toBe(0);
  });

  it('suggests --offline if the server does not respond', async () => {
    clone = withFiles({ 'en.json': { a: 'A' } });
    const env = { PARLANCE_URL: 'http://127.0.0.1:9', PARLANCE_KEY: 'k', PARLANCE_PROJECT: 'p' };
    const { exit, err } = await clone.runWith({ env }, 'check');
    expect([exit, err]).toEqual([
      5,
      expect.stringContaining('pass --offline, which asks no server'),
    ]);
  });

  it('exits with 2 if the project has no files', async () => {
    expect((await withFiles({}).run('check', '--offline')).exit).toBe(2);
  });

  it('reports source texts that a library of the project rejects, and does not change their file with --fix', async () => {
    clone = withFiles({
      'parlance.json': { files: [{ path: '{locale}.json' }], runtimes: ['vue-i18n'] },
      'en.json': { mail: 'Write to me@example.org', right: 'Right' },
      'de.json': { mail: 'Schreib an me@example.org', right: 'Richtig' },
    });
    const { exit, json } = await clone.run('check', '--offline', '--fix');
    expect(exit).toBe(1);
    expect(json.data).toMatchObject({
      fixed: 0,
      findings: [{ code: 'runtime_refused', severity: 'error', locale: 'en' }],
    });
  });

  it('repairs unambiguous faults with --fix, and changes no other byte', async () => {
    const german =
      '{\n  "mail": "Folgt uns: @parlance",\n    "files":   "Dateien | Ordner",\n' +
      '  "more": "Mehr\u200b als {n}",\n  "lost": "ohne Wert",\n  "right": "richtig"\n}';
    clone = withFiles({
      'parlance.json': { files: [{ path: '{locale}.json' }], runtimes: ['vue-i18n'] },
      'en.json': {
        mail: 'Contact us',
        files: 'Files and folders',
        more: 'More than {n}',
        lost: 'With {value}',
        right: 'Right',
      },
      'de.json': german,
    });
    const { exit, json } = await clone.run('check', '--offline', '--fix');
    expect(exit).toBe(1);
    expect(json.data).toMatchObject({ fixed: 3, findings: [{ code: 'placeholder_missing' }] });
    const repaired = german.replace('@', "{'@'}").replace('|', "{'|'}").replace('\u200b', '');
    expect(clone.read('de.json')).toBe(repaired);
    const again = await clone.run('check', '--offline', '--fix');
    expect(again.json.data).toMatchObject({ fixed: 0, errors: 1 });
    expect(clone.read('de.json')).toBe(repaired);
    expect((await clone.run('check', '--fix', '--staged')).exit).toBe(2);
  });
});
