import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS, FAULT_CODES } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';

const TEXTS = join(import.meta.dirname, '../i18n');
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'ja'];

describe('the texts of problems', () => {
  it('exist in the languages of the mails', () => {
    expect(
      globSync('*/problems.json', { cwd: TEXTS })
        .map((file) => file.slice(0, 2))
        .sort(),
    ).toEqual(LANGUAGES);
  });

  it.each(LANGUAGES)('explain in %s every code of the catalog', (language) => {
    const { problems, fault } = JSON.parse(
      readFileSync(join(TEXTS, language, 'problems.json'), 'utf8'),
    ) as { problems: Record<string, string>; fault: Record<string, string> };
    expect(Object.keys(fault)).toEqual(FAULT_CODES);
    expect(Object.keys(problems).sort()).toEqual([...Object.keys(ERRORS), 'content_broken'].sort());
    for (const [code, text] of Object.entries(problems)) {
      // The text must be a complete sentence and must not contain a code.
      expect(text, code).toMatch(/[.。]$/);
      expect(text).not.toContain('_');
    }
  });
});
