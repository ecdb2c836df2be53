import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('parlance', () => {
  it('pull writes the language file that gen-l10n requires beside a regional file, and warns of that file', async () => {
    const projectId = await world.createProject({ a: 'A {n}' });
    const clone = world.clone(projectId, { files: [{ path: 'l10n/app_{locale:posix}.arb' }] });
    const source = '{\r\n\t"@@locale": "en",\r\n\t"a": "A {n}"\r\n}\r\n';
    clone.write('l10n/app_en.arb', source);
    await world.put(projectId, { a: '甲 {n}' }, 'zh-Hant');
    await world.put(projectId, { a: 'A sr {n}' }, 'sr-Latn');
    await world.put(projectId, { a: 'A nb {n}' }, 'nb-NO');
    const dry = await clone.run('pull', '--dry-run');
    expect(dry.json.warnings).toHaveLength(3);
    expect(existsSync(join(clone.root, 'l10n/app_zh.arb'))).toBe(false);
    const pulled = await clone.run('pull');
    expect(pulled.exit).toBe(0);
    for (const code of ['nb', 'sr', 'zh']) {
      expect(pulled.json.warnings).toContainEqual({
        code: 'fallback_missing',
        file: `l10n/app_${code}.arb`,
        message: expect.stringContaining('gen-l10n'),
      });
    }
    expect(clone.read('l10n/app_zh.arb')).toBe('{\r\n\t"@@locale": "zh"\r\n}\r\n');
    expect(clone.read('l10n/app_sr_Latn.arb')).toBe(
      source.replace('"en"', '"sr_Latn"').replace('A {n}', 'A sr {n}'),
    );
    for (const command of ['push', 'pull'] as const) {
      const again = await clone.run(command, ...(command === 'push' ? ['--all'] : []));
      expect(again).toMatchObject({ exit: 0, json: { warnings: [] } });
    }
    const { data } = await world.tenant.client.i18n.locales.list({ projectId });
    expect(data.map(({ code }) => code)).not.toContain('zh');
    expect((await clone.run('check')).json.data.errors).toBe(0);
    await world.put(projectId, { a: '甲 {n}' }, 'zh');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(JSON.parse(clone.read('l10n/app_zh.arb'))).toEqual({ '@@locale': 'zh', a: '甲 {n}' });
  });

  it('check, doctor and push report two folders of one Android locale', async () => {
    const projectId = await world.createProject({});
    const path = 'res/values{-locale:android}/strings.xml';
    const clone = world.clone(projectId, { files: [{ path }] });
    const file = (text: string) => `<resources><string name="a">${text}</string></resources>`;
    clone.write('res/values/strings.xml', file('A'));
    clone.write('res/values-en/strings.xml', '<resources/>');
    for (const folder of ['b+pt+BR', 'pt-rBR', 'sr-rRS']) {
      clone.write(`res/values-${folder}/strings.xml`, file('B'));
    }
    const twin = { code: 'locale_repeated', file: 'res/values-pt-rBR/strings.xml' };
    const message = expect.stringContaining('conflicting value');
    const checked = await clone.run('check', '--offline');
    expect(checked.json.data.findings).toContainEqual(
      expect.objectContaining({ ...twin, message, severity: 'error' }),
    );
    const { examinations } = (await clone.run('doctor')).json.data;
    expect(examinations).toContainEqual({ name: path, state: 'warning', detail: message });
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.errors).toMatchObject([{ ...twin, message }]);
  });

  it('check and doctor name the missing folder of the source locale of an Apple app', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const path = '{locale:apple}.lproj/Localizable.strings';
    const clone = world.clone(projectId, { files: [{ path }] });
    clone.write('de.lproj/Localizable.strings', '"a" = "A de";\n');
    const missing = { code: 'fallback_missing', file: 'en.lproj/Localizable.strings' };
    const findings = async () => (await clone.run('check', '--offline')).json.data.findings;
    expect(await findings()).toContainEqual(
      expect.objectContaining({ ...missing, severity: 'warning' }),
    );
    const { examinations } = (await clone.run('doctor')).json.data;
    expect(examinations).toContainEqual(
      expect.objectContaining({ detail: expect.stringContaining('Base.lproj') }),
    );
    clone.write('Base.lproj/Main.storyboard', 'x');
    expect(await findings()).not.toContainEqual(expect.objectContaining(missing));
  });

  it('pull and check update placeholders of unchanged texts after a change of the source file', async () => {
    const projectId = await world.createProject({});
    const path = '_locales/{locale:chrome}/messages.json';
    const clone = world.clone(projectId, { files: [{ path, format: 'chrome' }] });
    const entry = (message: string, content: string) => ({
      message,
      placeholders: { site: { content, example: 'x' } },
    });
    const write = (content: string): void =>
      clone.write('_locales/en/messages.json', {
        a: entry('$SITE$', content),
        b: entry('On $SITE$', content),
        c: entry('C', content),
      });
    write('$1');
    const german = { a: entry('$site$', '$1'), b: entry('Auf $Site$', '$1'), c: entry('c', '$1') };
    clone.write('_locales/de/messages.json', german);
    expect((await clone.run('push', '--all')).exit).toBe(0);
    write('$2');
    await clone.run('push');
    const checked = await clone.run('check');
    expect(checked.json.data.findings).toMatchObject(
      ['a', 'b'].map((path) => ({ code: 'placeholder_content', path, locale: 'de' })),
    );
    const before = clone.read('_locales/de/messages.json');
    await clone.run('pull', '--dry-run');
    expect(clone.read('_locales/de/messages.json')).toBe(before);
    const { exit, json } = await clone.run('pull');
    expect(exit).toBe(0);
    expect(json.warnings).toMatchObject([
      { code: 'placeholder_content', file: '_locales/de/messages.json', path: 'a' },
    ]);
    const after = before.replaceAll(/\$1/g, '$2').split('$2');
    expect(clone.read('_locales/de/messages.json')).toBe(
      `${after[0]}$2${after[1]}$2${after[2]}$1${after[3]}`,
    );
    expect((await clone.run('check')).json.data.errors).toBe(0);
    for (const command of ['pull', 'push'] as const) {
      expect((await clone.run(command)).json.warnings).toEqual([]);
    }
  });

  it('pull and doctor warn of a folder that the Chrome Web Store ignores', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const path = '_locales/{locale:chrome}/messages.json';
    const files = [{ path, format: 'chrome' }];
    const clone = world.clone(projectId, { files });
    clone.write('_locales/en/messages.json', { a: { message: 'A' } });
    await world.put(projectId, { a: '甲' }, 'zh-Hans');
    const exported = await clone.run(
      'export',
      'x.json',
      '--locale',
      'zh-Hans',
      '--format',
      'chrome',
    );
    expect(exported.json.warnings).toMatchObject([{ code: 'locale_not_in_store' }]);
    const { json } = await clone.run('pull');
    expect(json.warnings).toMatchObject([
      { code: 'locale_not_in_store', message: expect.stringContaining('zh_CN') },
    ]);
    const { examinations } = (await clone.run('doctor')).json.data;
    expect(examinations).toContainEqual(
      expect.objectContaining({
        name: path,
        state: 'warning',
        detail: expect.stringContaining('zh_CN'),
      }),
    );
    const mapped = world.clone(projectId, { files, locales: { map: { 'zh-Hans': 'zh_CN' } } });
    expect((await mapped.run('pull')).exit).toBe(0);
    expect(JSON.parse(mapped.read('_locales/zh_CN/messages.json'))).toEqual({
      a: { message: '甲' },
    });
  });

  it.each([
    ['zh-CN', 'zh-Hans'],
    ['sr', 'sr-Cyrl'],
    ['no', 'nb'],
  ])(
    'pull reports existing files of %s before it writes files of %s, unless the project has both locales',
    async (there, code) => {
      const projectId = await world.createProject({ a: 'A' });
      const files = [{ path: '{locale}.json' }, { path: 'other/{locale}.json', prefix: 'other.' }];
      const clone = world.clone(projectId, { files });
      await world.put(projectId, { a: '甲' }, code);
      clone.write('en.json', '{ "a": "A" }');
      clone.write(`${there}.json`, '{ "a": "乙" }');
      const same = {
        code: 'locale_same',
        message: expect.stringContaining(`"${code}": "${there}"`),
      };
      for (const flags of [['--dry-run'], []]) {
        expect((await clone.run('pull', ...flags)).json.warnings).toMatchObject([same]);
      }
      expect(existsSync(join(clone.root, `${code}.json`))).toBe(true);
      expect((await clone.run('pull')).json.warnings).toEqual([]);
      const mapped = world.clone(projectId, { files, locales: { map: { [code]: there } } });
      mapped.write(`${there}.json`, '{}');
      expect((await mapped.run('pull')).json.warnings).toEqual([]);
      expect(JSON.parse(mapped.read(`${there}.json`))).toEqual({ a: '甲' });
      await world.put(projectId, { a: '乙' }, there);
      const both = world.clone(projectId, { files });
      both.write(`${there}.json`, '{}');
      expect((await both.run('pull')).json.warnings).toEqual([]);
    },
  );

  it('push names the equivalent project locale of a file until the configuration maps it', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const files = [{ path: '{locale}.json' }];
    const clone = world.clone(projectId, { files });
    await world.put(projectId, { a: '甲' }, 'zh-Hans');
    clone.write('en.json', '{ "a": "A" }');
    clone.write('zh-CN.json', '{ "a": "乙" }');
    const same = { code: 'locale_same', message: expect.stringContaining('"zh-Hans": "zh-CN"') };
    const dry = await clone.run('push', '--all', '--dry-run');
    expect(dry.json.warnings).toMatchObject([same]);
    const mapped = world.clone(projectId, { files, locales: { map: { 'zh-Hans': 'zh-CN' } } });
    mapped.write('en.json', '{ "a": "A" }');
    mapped.write('zh-CN.json', '{ "a": "甲" }');
    expect((await mapped.run('push', '--all')).json.warnings).toEqual([]);
    expect((await clone.run('push', '--all')).json.warnings).toMatchObject([same]);
    const { data } = await world.tenant.client.i18n.locales.list({ projectId });
    expect(data.map(({ code }) => code)).toContain('zh-CN');
    expect((await clone.run('push', '--all')).json.warnings).toEqual([]);
  });
});
