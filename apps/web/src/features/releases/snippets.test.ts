import { describe, expect, it } from 'vitest';
import { snippetsOf } from './snippets.ts';

const place = { projectId: 'p', environment: 'production', locale: 'de' };
const codeFor = (messageFormat: string) =>
  snippetsOf('https://l10n.example.org', { ...place, messageFormat }).find(
    ({ name }) => name === '@parlance/reader/format',
  )?.code;

describe('snippetsOf', () => {
  it('shows compiled messages with the formatter of the message format, for formats that have one', () => {
    expect(codeFor('icu')).toContain('formatIcu(messages[name], locale, values)');
    expect(codeFor('mf2')).toContain('formatMf2(messages[name], locale, values)');
    expect(codeFor('mf2')).toContain('&shape=compiled');
    expect(codeFor('auto')).toBeUndefined();
  });
});
