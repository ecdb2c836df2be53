import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json } from './json/json.ts';
import { FORMATS, formatByContentType, formatById, formatByPath } from './registry.ts';

describe('the registry of formats', () => {
  it('lists each id and content type once, and each extension other than json once', () => {
    for (const all of [
      FORMATS.map(({ id }) => id),
      FORMATS.map(({ contentType }) => contentType),
      FORMATS.flatMap(({ extensions }) => extensions).filter((one) => one !== 'json'),
    ]) {
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('finds a format by the end of a path in any case', () => {
    for (const format of FORMATS) {
      for (const extension of format.extensions) {
        const own = extension === 'json' ? json : format;
        expect(formatByPath(`a.b/c.${extension.toUpperCase()}`)).toBe(own);
      }
    }
    for (const path of ['', 'json', 'a.txt', 'a.constructor']) {
      expect(formatByPath(path), path).toBeUndefined();
    }
  });

  it('has a test file that runs the shared suite for each format', () => {
    for (const { id } of FORMATS) {
      const files = globSync(`**/${id}.test.ts`, { cwd: import.meta.dirname });
      expect(files, id).toHaveLength(1);
      const source = readFileSync(join(import.meta.dirname, files[0]!), 'utf8');
      expect(source).toMatch(/^testConformance\(/m);
    }
  });

  it('finds a format by its id', () => {
    for (const format of FORMATS) expect(formatById(format.id)).toBe(format);
    for (const id of ['', 'JSON', 'constructor', '__proto__'])
      expect(formatById(id)).toBeUndefined();
  });

  it('finds a format by a content type in any case and with parameters', () => {
    for (const format of FORMATS) {
      expect(formatByContentType(format.contentType)).toBe(format);
      const loud = ` ${format.contentType.toUpperCase()} ; charset=utf-8`;
      expect(formatByContentType(loud)).toBe(format);
    }
    expect(formatByContentType('application/csv')?.id).toBe('csv');
    for (const type of ['', 'text/plain', 'application/jsonx', '*/*', 'constructor']) {
      expect(formatByContentType(type)).toBeUndefined();
    }
  });
});
