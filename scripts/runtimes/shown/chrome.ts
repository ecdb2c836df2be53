import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARGUMENTS, chromium } from '../readers/chromium.ts';
import type { TestFile } from '../subject.ts';
import type { App } from './app.ts';
import { chromeMessage } from './grammars.ts';
import type { Ask, Shown } from './pair.ts';

const PER_FILE = 500;

/** True if a text may prevent its extension from loading. Such a text gets a separate extension. */
const isDoubtful = ({ text }: Ask): boolean =>
  [...text.matchAll(/(?=\$([\w@]+)\$)/g)].some(([, name]) => !/^(?:name|place|n)$/i.test(name!));

function fileOf(asks: readonly (readonly [number, Ask])[]): string {
  const placeholders = {
    name: { content: '⟦Ann⟧' },
    place: { content: '⟦Rome⟧' },
    n: { content: '$2' },
  };
  const entries = asks.map(([at, { text }]) => [`text${at}`, { message: text, placeholders }]);
  return JSON.stringify(Object.fromEntries(entries));
}

async function show(asks: readonly Ask[]): Promise<Shown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chrome-'));
  try {
    const numbered = [...asks.entries()];
    const clean = numbered.filter(([, ask]) => !isDoubtful(ask));
    const groups = numbered.filter(([, ask]) => isDoubtful(ask)).map((one) => [one]);
    for (let index = 0; index < clean.length; index += PER_FILE)
      groups.push(clean.slice(index, index + PER_FILE));
    const files = groups.map((group, index): TestFile => {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, fileOf(group));
      return { path, localeTag: 'de' };
    });
    const shown: Shown[] = [];
    for (const [at, read] of (await chromium.read(files)).entries()) {
      for (const [index] of groups[at]!) {
        shown[index] = 'error' in read ? read : { text: read.texts[`text${index}`] ?? '' };
      }
    }
    return shown;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const chromeApp: App = {
  id: 'chrome-extension',
  runtime: 'chrome-extension',
  grammar: chromeMessage,
  // The reader passes only this number.
  numbers: [Number(ARGUMENTS[1])],
  code: /\$[\w@]+\$|\$\s\w+\s\$/g,
  hides: (target, shown) => {
    const text = target.replaceAll(/\$(?:name|place|n)\$/gi, '');
    return (text.match(/\$+/g)?.length ?? 0) > (shown.match(/\$/g)?.length ?? 0);
  },
  version: chromium.version,
  shows: [show],
};
