import { describe, expect, it } from 'vitest';
import type { Document } from './documents.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';
import { writeParts } from './write-part.ts';

describe('writeParts', () => {
  it('looks at the rows of a file once, however many of its texts are sent', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `key ${at}`);
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
    const texts = names.map((key): Difference => {
      return { kind: 'new-here', key, locale: 'en', base: null, file: key, project: null };
    });
    const workspace = { documentOf: () => document } as unknown as Workspace;
    const [part, ...more] = await writeParts(workspace, 'en', texts);
    expect([part!.texts.length, more]).toEqual([1_000, []]);
    expect(looked).toBe(1_000);
  });
});
