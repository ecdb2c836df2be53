import { describe, expect, it } from 'vitest';
import type { FileWarning } from '../format.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { yaml } from './yaml.ts';

const LIMITS = { depth: 100, keyNameLength: 2048, valueLength: 1000, descriptionLength: 1000 };

async function warningsOf(text: string): Promise<FileWarning[]> {
  const warnings: FileWarning[] = [];
  const rows = yaml.read(oneChunk(Buffer.from(text)), {
    keySeparator: '.',
    localeTag: 'en',
    sourceLocaleTag: 'en',
    limits: LIMITS,
    warn: (warning) => warnings.push(warning),
  });
  for await (const _ of rows);
  return warnings;
}

const codeOf = 'text_without_quotes';

describe('a file of Rails', () => {
  // The kinds are those of Psych 4.0.3: `YAML.unsafe_load(scalar).class`.
  it.each([
    ['yes', 'true'],
    ['ON', 'true'],
    ['True', 'true'],
    ['No', 'false'],
    ['off', 'false'],
    ['12:30:00', 'a number'],
    ['12:30', 'a number'],
    ['12:30:00.5', 'a number'],
    ['1_000', 'a number'],
    ['1,000', 'a number'],
    ['0755', 'a number'],
    ['0x1F', 'a number'],
    ['0b11', 'a number'],
    ['1.10', 'a number'],
    ['.5', 'a number'],
    ['1.', 'a number'],
    ['+5', 'a number'],
    ['-0', 'a number'],
    ['1.5e+3', 'a number'],
  ])('has a warning for the text %s without quotes, which Ruby reads as %s', async (text, kind) => {
    expect(await warningsOf(`en:\n  a:\n    answer: ${text}\n`)).toEqual([
      {
        path: 'a.answer',
        code: codeOf,
        message: `the text ${text} has no quotes, so that Ruby reads it as ${kind}; write "${text}"`,
      },
    ]);
    expect(await warningsOf(`en:\n  a:\n    answer: "${text}"\n`)).toEqual([]);
  });

  it.each([
    ...[
      'y',
      'n',
      'true',
      'false',
      '0',
      '3',
      '-3',
      '1.5',
      '0.25',
      '1e3',
      '09',
      '1__0',
      '5:60',
      '1_',
    ],
    ...[':day', '2026-11-20', 'yes and no', '.', '-'],
  ])('has no warning for the text %s, which Ruby shows as it is written', async (text) => {
    const quoted = text === '-' ? "'-'" : text;
    expect(await warningsOf(`en:\n  answer: ${quoted}\n`)).toEqual([]);
  });

  it('has a warning for a key without quotes, with the name of the first text below the key', async () => {
    const text = 'en:\n  yes:\n    a: A\n    b: B\n  "no": No one\n  off: Off\n';
    const of = (key: string, kind: string) =>
      `the key ${key} has no quotes, so that Ruby reads it as ${kind}; write "${key}"`;
    expect(await warningsOf(text)).toEqual([
      { path: 'yes.a', code: codeOf, message: of('yes', 'true') },
      { path: 'off', code: codeOf, message: of('off', 'false') },
      {
        path: 'off',
        code: codeOf,
        message: 'the text Off has no quotes, so that Ruby reads it as false; write "Off"',
      },
    ]);
  });
});

it('a YAML file without a locale as its root key has no warning about Ruby', async () => {
  expect(await warningsOf('yes: no\n')).toEqual([]);
});

describe('a new YAML file for another locale', () => {
  const retarget = async (text: string, to: string) =>
    Buffer.from(
      await yaml.retarget!(Buffer.from(text), {
        from: 'en',
        to,
        sourceLocaleTag: 'en',
        limits: LIMITS,
      } as Parameters<NonNullable<typeof yaml.retarget>>[1]),
    ).toString();

  it('has quotes around the keys that Ruby reads as booleans, also if the file of the source locale has none', async () => {
    const text = 'en:\n  yes: "Yes"\n  "no": "No"\n  a: { off: Off, b: x }\n';
    expect(await retarget(text, 'de')).toBe(
      'de:\n  "yes": "Yes"\n  "no": "No"\n  a: { "off": Off, b: x }\n',
    );
    expect(await retarget('en: { a: A }\n', 'no')).toBe('"no": { a: A }\n');
    expect(await retarget('yes: { a: A }\n', 'de')).toBe('yes: { a: A }\n');
  });
});
