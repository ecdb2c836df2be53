import { describe, expect, it } from 'vitest';
import type { Document } from '../../documents/documents.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';
import { writeParts } from './write-part.ts';

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`);

const newText = (key: string): Difference => ({
  kind: 'new-here',
  key,
  locale: 'en',
  base: null,
  file: key,
  project: null,
});

const workspaceOf = (document: Document): Workspace =>
  ({
    documentOf: () => document,
    differences: [],
    leftOut: [],
    renamed: new Map(),
    context: { keySeparator: '.', sourceLocale: 'en' },
  }) as unknown as Workspace;

describe('writeParts', () => {
  it('reads the rows of a file once, for any number of texts to send', async () => {
    const names = namesOf(1_000);
    let looked = 0;
    const rows = names.map((name) => ({
      name,
      values: [],
      get description() {
        looked++;
        return undefined;
      },
    }));
    const document = { spec: { format: 'json' }, rows } as unknown as Document;
    const texts = names.map(newText);
    const workspace = workspaceOf(document);
    const [part, ...more] = await writeParts(workspace, 'en', texts);
    expect([part!.texts.length, more]).toEqual([1_000, []]);
    expect(looked).toBe(1_000);
  });

  it('splits texts into parts of at most the size of a request, in file order', async () => {
    const texts = namesOf(100).map(newText);
    const document = { spec: { format: 'json' }, rows: [] } as unknown as Document;
    const parts = await writeParts(workspaceOf(document), 'en', texts, 300);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.flatMap((part) => part.texts)).toEqual(texts);
    for (const { content, texts: own } of parts) {
      expect(JSON.stringify(content).length).toBeLessThanOrEqual(300);
      expect(Object.keys(content)).toEqual(own.map(({ key }) => key));
    }
  });

  it('keeps the forms of a plural in one part', async () => {
    const forms = namesOf(20).flatMap((family) =>
      (['one', 'other'] as const).map((category) => ({
        name: `${family}.${category}`,
        plural: { family, category },
        values: [{ localeTag: 'en', text: category }],
      })),
    );
    const document = {
      spec: { format: 'android' },
      rows: forms,
      prefix: '',
    } as unknown as Document;
    const texts = forms.map(({ name }) => newText(name));
    const parts = await writeParts(workspaceOf(document), 'en', texts, 100);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.flatMap((part) => part.texts)).toEqual(texts);
    for (const { content, texts: own } of parts) {
      expect(own.length % 2).toBe(0);
      expect(String(content).match(/<item /g)).toHaveLength(own.length);
    }
  });
});
