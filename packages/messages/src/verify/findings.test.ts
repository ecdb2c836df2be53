import { expect, it } from 'vitest';
import { CHECK_CODES, finding, findingsToMask, maskToCodes, severityOf } from './findings.ts';

it('the stored bit of a code never changes', () => {
  expect(CHECK_CODES.indexOf('placeholder_missing')).toBe(0);
  expect(CHECK_CODES.indexOf('icu_invalid')).toBe(7);
  expect(CHECK_CODES.indexOf('leaked_marker')).toBe(13);
  expect(CHECK_CODES.indexOf('entity_changed')).toBe(20);
  expect(CHECK_CODES.indexOf('outdated')).toBe(21);
  expect(CHECK_CODES.indexOf('unknown_words')).toBe(22);
  expect(CHECK_CODES.indexOf('tag_content')).toBe(23);
  expect(CHECK_CODES.indexOf('unknown_syntax')).toBe(24);
  expect(CHECK_CODES.slice(25)).toEqual([
    'runtime_refused',
    'runtime_misread',
    'runtime_forms',
    'plural_missing',
    'argument_style',
    'argument_pattern',
    'unknown_style',
    'placeholder_spacing',
    'invisible_characters',
    'quotes_missing',
    'attribute_extra',
    'attribute_missing',
  ]);
});

it('a mask round-trips its codes', () => {
  for (const code of CHECK_CODES) expect(maskToCodes(findingsToMask([{ code }]))).toEqual([code]);
  expect(CHECK_CODES.length).toBeLessThanOrEqual(63);
  const all = CHECK_CODES.map((code) => finding(code, 'x'));
  expect(maskToCodes(findingsToMask([...all, ...all]))).toEqual([...CHECK_CODES]);
  expect(findingsToMask([])).toBe(0n);
  expect(maskToCodes(2n ** 62n)).toEqual([]);
});

it('a finding that breaks a text is an error, and a finding to review is a warning', () => {
  const errors = new Set([
    ...CHECK_CODES.slice(0, 14),
    'unknown_syntax',
    'runtime_refused',
    'runtime_misread',
    'runtime_forms',
    'argument_style',
    'attribute_extra',
  ]);
  for (const code of CHECK_CODES) {
    expect([code, severityOf(code)]).toEqual([code, errors.has(code) ? 'error' : 'warning']);
  }
});
