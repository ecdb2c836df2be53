import { expect } from 'vitest';
import { FormatError } from '../src/format.ts';
import { xliff } from '../src/xliff/xliff.ts';
import { collectRows, inOneChunk, readOptions, rejection } from './conformance/io.ts';

const options = { keySeparator: '.', localeTags: ['fr'], sourceLocaleTag: 'en' };

export function read(file: string) {
  return collectRows(xliff, inOneChunk(new TextEncoder().encode(file)), readOptions(options));
}

interface Around {
  version?: string;
  uri?: string;
  languages?: string;
}

const ROOT = 'xmlns:my="urn:my" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0"';

export function documentOf(files: string, around: Around = {}): string {
  const { version = '2.1', uri = 'urn:oasis:names:tc:xliff:document:2.0' } = around;
  const { languages = 'srcLang="en" trgLang="fr"' } = around;
  return `<xliff xmlns="${uri}" version="${version}" ${languages} ${ROOT}>\n${files}\n</xliff>`;
}
export const fileOf = (content: string, around?: Around) =>
  documentOf(`<file id="f1">\n${content}\n</file>`, around);
export const unitOf = (content: string, around?: Around) =>
  fileOf(`<unit id="u">\n${content}\n</unit>`, around);
export const segmentOf = (content: string) => unitOf(`<segment>${content}</segment>`);
export const sourceOf = (content: string) => segmentOf(`<source>${content}</source>`);
export const sidesOf = (source: string, target: string) =>
  segmentOf(`<source>${source}</source><target>${target}</target>`);
/** A segment with a source string. */
export const SEGMENT = '<segment><source>s</source></segment>';

export async function fault(file: string): Promise<FormatError> {
  const error = await rejection(read(file));
  expect(error, file).toBeInstanceOf(FormatError);
  expect((error as FormatError).line).toBeGreaterThan(0);
  expect((error as FormatError).column).toBeGreaterThan(0);
  return error as FormatError;
}

export async function rowOf(file: string) {
  const { rows, warnings } = await read(file);
  expect(rows).toHaveLength(1);
  const [source, target] = rows[0]!.values;
  return {
    ...rows[0]!,
    source: source?.text,
    target: target?.text,
    state: target?.state,
    warnings,
  };
}
