import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WARNINGS } from '@parlance/formats';
import { CHECK_CODES } from '@parlance/messages';
import { expect, it } from 'vitest';
import { CODES } from './json-shapes.ts';

it('the documentation lists exactly the codes that only the command line has', () => {
  const names = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = names.filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'json-shapes.ts',
  );
  const text = sources
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('');
  const used = new Set([...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code]) => code!));
  const ofOthers = new Set<string>([...Object.keys(WARNINGS), ...CHECK_CODES]);
  // The codes of the client for a server that does not respond, and of the service.
  for (const code of ['network', 'timeout', 'unexpected_answer']) used.add(code);
  for (const code of ['content_invalid', 'fallback_missing']) used.delete(code);
  expect([...used].filter((code) => !ofOthers.has(code)).sort()).toEqual(Object.keys(CODES));
});
