import {
  BaseExportOptions,
  ExportBody,
  FolderImportOptions,
  ImportOptions,
} from '@parlance/contracts';
import { formatById, REMEDIES, type Way } from '@parlance/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../packages/cli/src/commands.ts';
import { ConfigSchema } from '../../../../packages/config/src/schema.ts';
import { World } from '../cli/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

interface Told {
  code: string;
  message: string;
}

describe('content that a platform rejects or ignores', () => {
  it.each([
    ['arb', 'de', 'l/app_{locale}.arb', { 'menu.open': 'A' }, 'name_not_dart'],
    ['chrome', 'de-CH', '{locale:chrome}/messages.json', { a: 'A' }, 'locale_not_in_store'],
    ['resx', 'de', 'S.{locale}.resx', { a: 'A', A: 'B' }, 'names_differ_in_case'],
    ['android', 'de-x-a', 'values{-locale:android}/s.xml', { a: 'A' }, 'locale_rejected'],
    ['strings', 'zh-Hant', '{locale}.lproj/L.strings', { a: 'A' }, 'fallback_missing'],
  ])(
    'causes a warning of parlance pull and export (%s in %s)',
    async (format, locale, path, texts, code) => {
      const projectId = await world.createProject(texts);
      await world.put(projectId, texts, locale);
      const clone = world.clone(projectId, { files: [{ path, format }] });
      const { json } = await clone.run('pull', '--locale', locale);
      const told = json.warnings as Told[];
      expect(told.map((warning) => warning.code)).toContain(code);
      expect(json.errors).toEqual([]);
      if (code === 'fallback_missing') return;
      const exported = await clone.run('export', 'out', '--locale', locale, '--format', format);
      const [warning] = exported.json.warnings as Told[];
      expect(warning).toMatchObject({ code });
      expect(warning!.message.length).toBeGreaterThan(20);
    },
  );

  it('causes a warning of an export into a base file, even if only the base file contains it', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const body =
      '<resources><string name="a">A</string><string name="b">Don\'t</string></resources>';
    const response = await world.tenant.client.i18n.projects.export(
      { projectId, locale: 'en', body, contentType: formatById('android')!.contentType },
      { raw: formatById('android')!.contentType },
    );
    expect(response.headers.get('parlance-warnings')).toBe('unescaped_apostrophe');
  });
});

describe('each option that a warning or an error names', () => {
  const flagsOf = (command: string): string =>
    JSON.stringify(COMMANDS.find(({ name }) => name === command)!.flags);
  /** True if each name that the pattern matches is a member of the schema or a flag. */
  const areIn = (words: string, pattern: RegExp, text: string): boolean =>
    [...words.matchAll(pattern)].every(([, name]) => text.includes(`"${name}":`));
  const NAMES: Readonly<Record<Way, (words: string) => boolean>> = {
    import: (words) => areIn(words, /`(\w+)/g, JSON.stringify(ImportOptions)),
    folder: (words) => areIn(words, /`(\w+)/g, JSON.stringify(FolderImportOptions)),
    export: (words) => areIn(words, /`(\w+)/g, JSON.stringify([ExportBody, BaseExportOptions])),
    flags: (words) => areIn(words, /--([\w-]+)/g, flagsOf('import')),
    config: (words) =>
      areIn(words, /--([\w-]+)/g, flagsOf('push')) &&
      areIn(words, /"(\w+)"/g, JSON.stringify(ConfigSchema)),
  };

  it('exists in the corresponding request, command or configuration', () => {
    for (const remedy of Object.values(REMEDIES)) {
      for (const [way, words] of Object.entries(remedy) as [Way, string][]) {
        expect(words).toMatch(/`\w|--\w|"\w+"/);
        expect(NAMES[way](words), words).toBe(true);
      }
    }
  });
});
