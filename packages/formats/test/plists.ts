import { expect } from 'vitest';
import { stringsdict } from '../src/apple/stringsdict/stringsdict.ts';
import { type FilePlural, type FileRow, FormatError } from '../src/format.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from './conformance/io.ts';

export const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['de'],
} as const;

export const DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';

export function plist(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
${DOCTYPE}
<plist version="1.0">
<dict>
${content}
</dict>
</plist>
`;
}

const encode = (text: string) => new TextEncoder().encode(text);

export async function read(file: string | Uint8Array, localeTag = 'de') {
  const bytes = typeof file === 'string' ? encode(file) : file;
  return collectRows(stringsdict, inOneChunk(bytes), { ...readOptions(writing), localeTag });
}

export const textsOf = ({ rows }: { rows: readonly FileRow[] }) =>
  rows.map(({ name, values }) => [name, values[0]!.text]);

export async function faultOf(file: string | Uint8Array): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault, String(file).slice(0, 200)).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

export const patch = async (
  base: string | Uint8Array,
  rows: FileRow[],
  missing: 'keep' | 'remove' = 'keep',
  localeTag = 'de',
) => {
  const bytes = typeof base === 'string' ? encode(base) : base;
  const by = { ...writing, localeTags: [localeTag], limits: TEST_LIMITS, missing };
  return collectPatch(stringsdict, bytes, rows, by);
};

export const write = async (rows: FileRow[], localeTag = 'de') =>
  Buffer.from(
    await collectBytes(stringsdict.write(batches(rows), { ...writing, localeTags: [localeTag] })),
  ).toString();

export function row(name: string, text: string, localeTag = 'de'): FileRow {
  return { name, values: [{ localeTag, text }] };
}

export function form(
  family: string,
  category: FilePlural['category'],
  text: string,
  localeTag = 'de',
) {
  const plural: FilePlural = { family, category, domain: 'integer' };
  return { ...row(`${family}.${category}`, text, localeTag), plural };
}

export const variable = (
  name: string,
  forms: Record<string, string>,
  type = 'd',
) => `<key>${name}</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>${type}</string>
${Object.entries(forms)
  .map(([category, text]) => `			<key>${category}</key>\n			<string>${text}</string>`)
  .join('\n')}
		</dict>`;

export const entry = (key: string, format: string, ...variables: string[]) => `	<key>${key}</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>${format}</string>
${variables.map((text) => `		${text}\n`).join('')}	</dict>`;
