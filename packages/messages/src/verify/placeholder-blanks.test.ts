import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

const verify = (format: MessageFormat, source: string, target: string) =>
  verifyWithFixes(`Hi ${source}`, `Hallo ${target}`, {
    format,
    sourceLocale: 'en',
    targetLocale: 'de',
  });
const codes = (format: MessageFormat, source: string, target: string) =>
  verify(format, source, target).map(({ code }) => code);

describe('blanks inside a placeholder', () => {
  it.each([
    ['icu', '{name}', '{ name }'],
    ['flutter', '{name}', '{ name }'],
    ['i18next', '{{name}}', '{{ name }}'],
    ['i18next', '{name}', '{ name }'],
    ['auto', '{{name}}', '{{ name }}'],
    ['auto', '{p, number, percent}', '{ p, number , percent }'],
    ['auto', '{ name }', '{ name}'],
    ['auto', '{ name }', '{name}'],
    ['dotnet', '{0}', '{0 }'],
    ['dotnet', '{0,10}', '{0 , 10 }'],
    ['java', '{0,number}', '{0, number }'],
    ['java', '{ 0 }', '{ 0 }'],
  ] as const)('have no effect in %s: %s as %s', (format, source, target) => {
    expect(codes(format, source, target)).toEqual([]);
  });

  it('have no effect in FormatJS', () => {
    expect(new IntlMessageFormat('{ name }', 'en').format({ name: 'Ana' })).toBe('Ana');
  });

  it.each([
    ['java', '{0}', '{ 0 }'],
    ['java', '{0}', '{0 }'],
    ['java', '{0,number}', '{0 ,number}'],
    ['dotnet', '{0}', '{ 0}'],
    ['ruby', '%{name}', '%{ name }'],
  ] as const)('cause an error with a fix in %s: %s as %s', (format, source, target) => {
    const findings = verify(format, source, target);
    expect(findings.map(({ code }) => code)).toEqual([
      'placeholder_missing',
      'placeholder_unknown',
    ]);
    for (const { fix } of findings) expect(fix?.text).toBe(`Hallo ${source}`);
  });

  it.each([
    ['auto', '{name}', '{ name }'],
    ['auto', '%{name}', '%{ name }'],
    ['auto', '$'.concat('{name}'), '$'.concat('{ name}')],
    ['printf', '{name}', '{name }'],
  ] as [MessageFormat, string, string][])(
    'cause a warning with a fix in %s: %s as %s',
    (format, source, target) => {
      const findings = verify(format, source, target);
      expect(findings.map(({ code }) => code)).toEqual(['placeholder_spacing']);
      expect(findings[0]!.fix?.text).toBe(`Hallo ${source}`);
    },
  );
});
