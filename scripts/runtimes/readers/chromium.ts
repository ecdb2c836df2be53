import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType } from 'playwright-core';
import { spellLocale } from '../../../packages/formats/src/locale/locale-styles.ts';
import { versionOf } from '../programs.ts';
import type { Reader, Shown, TestFile } from '../subject.ts';

const PROGRAM = '/usr/bin/chromium';
/** Number of extensions in one start of the browser. */
const EXTENSIONS = 25;
/** Arguments of each message. */
export const ARGUMENTS = ['Ann', '3'] as const;

interface Extension {
  readonly folder: string;
  readonly id: string;
  readonly names: readonly string[];
}

/** Chromium loads each file as the texts of an unpacked extension, and `chrome.i18n.getMessage` returns them. */
export const chromium: Reader = {
  name: 'Chromium',
  version: () => versionOf(PROGRAM, '--version'),
  read: async (files) => {
    const all: Shown[] = [];
    for (let index = 0; index < files.length; index += EXTENSIONS) {
      all.push(...(await readSome(files.slice(index, index + EXTENSIONS))));
    }
    return all;
  },
};

async function readSome(files: readonly TestFile[]): Promise<Shown[]> {
  const root = mkdtempSync(join(tmpdir(), 'chromium-'));
  const extensions = files.map((file, index) => unpack(join(root, `extension${index}`), file));
  const list = extensions.map(({ folder }) => folder).join();
  const context = await browserType.launchPersistentContext(join(root, 'profile'), {
    executablePath: PROGRAM,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--headless=new',
      '--no-sandbox',
      `--load-extension=${list}`,
      `--disable-extensions-except=${list}`,
      '--lang=en',
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  });
  try {
    const shown: Shown[] = [];
    for (const { id, names } of extensions) {
      // A page that failed to load disturbs the next page.
      const page = await context.newPage();
      try {
        await page.goto(`chrome-extension://${id}/page.html`);
        const texts = await page.evaluate(
          ([all, args]) =>
            all.map((name): [string, string] => [
              name,
              (
                globalThis as unknown as {
                  chrome: { i18n: { getMessage(name: string, args: readonly string[]): string } };
                }
              ).chrome.i18n.getMessage(name, args),
            ]),
          [names, ARGUMENTS] as const,
        );
        shown.push({ texts: Object.fromEntries(texts) });
      } catch (error) {
        shown.push({ error: `the extension does not load: ${error}` });
      } finally {
        await page.close();
      }
    }
    return shown;
  } finally {
    await context.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Creates an extension with a file of texts. Its id is derived from its path. */
function unpack(folder: string, { path, localeTag }: TestFile): Extension {
  const locale = spellLocale(localeTag, 'chrome');
  mkdirSync(join(folder, '_locales', locale), { recursive: true });
  copyFileSync(path, join(folder, '_locales', locale, 'messages.json'));
  const manifest = { manifest_version: 3, name: 'Texts', version: '1', default_locale: locale };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'page.html'), '<!doctype html><title>Texts</title>');
  const hex = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const id = hex.replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]!);
  return { folder, id, names: Object.keys(JSON.parse(readFileSync(path, 'utf8'))) };
}
