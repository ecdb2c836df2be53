import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLocale, spellLocale } from '../locale/locale-styles.ts';
import { warningsOfLocales } from '../locale/platform-locales.ts';
import { android } from './android.ts';

const hasAapt2 = spawnSync('aapt2', ['version'], { stdio: 'ignore' }).error === undefined;
if (!hasAapt2) console.warn('Skipped: aapt2 (Debian package aapt) is not installed.');

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parlance-aapt2-'));
  const manifest = '<manifest package="a.b"><application/></manifest>';
  writeFileSync(join(root, 'AndroidManifest.xml'), manifest);
});
afterAll(() => rmSync(root, { recursive: true }));

/** Builds an app with the given folders. Returns the errors of AAPT2. */
function build(...folders: string[]): string {
  rmSync(join(root, 'res'), { recursive: true, force: true });
  for (const folder of ['values', ...folders]) {
    mkdirSync(join(root, 'res', folder), { recursive: true });
    const file = '<resources><string name="a">A</string></resources>';
    writeFileSync(join(root, 'res', folder, 'strings.xml'), file);
  }
  const commands = [
    ['compile', '--dir', 'res', '-o', 'res.zip'],
    ['link', '--manifest', 'AndroidManifest.xml', '-o', 'app.apk', 'res.zip'],
  ];
  return commands
    .map((args) => spawnSync('aapt2', args, { cwd: root, encoding: 'utf8' }))
    .map(({ status, stderr }) => (status === 0 ? '' : stderr))
    .join('');
}

describe.skipIf(!hasAapt2)('the folder of a locale in an Android app', () => {
  it.each([
    'de',
    'pt-BR',
    'sr-Latn',
    'zh-Hant',
    'zh-Hant-HK',
    'es-419',
    'en-001',
    'fil',
    'car',
    'he',
    'ca-ES-valencia',
    'de-1996',
    'de-x-informal',
    'de-u-co-phonebk',
    'und-x-a',
  ])('makes aapt2 fail exactly if the locale has a warning: %s', (localeTag) => {
    const folder = `values-${spellLocale(localeTag, 'android')}`;
    const warnings = warningsOfLocales(android, [localeTag]);
    expect(build(folder) !== '').toBe(warnings.length > 0);
    expect(warnings.map(({ code }) => code)).toEqual(
      localeTag.includes('-x-') || localeTag.includes('-u-') ? ['locale_rejected'] : [],
    );
  });

  it.each([
    ['b+pt+BR', 'pt-rBR'],
    ['b+sr+RS', 'sr-rRS'],
    ['b+de', 'de'],
  ])('conflicts with another folder of the same locale in aapt2: %s and %s', (one, other) => {
    expect(readLocale(one, 'android')).toBe(readLocale(other, 'android'));
    expect(build(`values-${one}`, `values-${other}`)).toContain('conflicting value');
  });

  it('does not conflict with the folder of another locale: zh-Hant, zh-TW and zh-Hant-TW', () => {
    expect(build('values-b+zh+Hant', 'values-zh-rTW', 'values-b+zh+Hant+TW')).toBe('');
    const tags = ['b+zh+Hant', 'zh-rTW', 'b+zh+Hant+TW'].map((one) => readLocale(one, 'android'));
    expect(tags).toEqual(['zh-Hant', 'zh-TW', 'zh-Hant-TW']);
  });
});
