import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measureShape, shapeFaults } from './measure-shape.ts';

const DOMAIN = 'apps/api/src/domain';
const shapeOf = (sources: Record<string, string>) => measureShape(new Map(Object.entries(sources)));

describe('measure-shape', () => {
  it('counts types, duplicate types of a package, files with a field, and packed members', () => {
    const shape = shapeOf({
      'packages/a/src/a.ts': 'interface Place {\n  max_length: number;\n}\ntype Other = 1;\n',
      'packages/a/src/b.ts': 'export interface Place {}\nconst x = { ...{ a, b } };\n',
      'packages/b/src/c.ts': 'type Other = 2;\nconst max_length = 1;\n',
    });
    expect(shape).toMatchObject({ typesDeclaredTwice: 1, filesOfKeyField: 2, packedSpreads: 1 });
    expect(shape.typesPerThousandLines).toBe(500);
  });

  it('counts exports with one importer through re-exports, without lists and routes', () => {
    const { oneImporterExportsPerThousandLines } = shapeOf({
      [`${DOMAIN}/content/a.ts`]:
        'export const once = 1;\nexport const twice = 2;\nexport const ofRoute = 3;\n',
      [`${DOMAIN}/content/index.ts`]: "export { ofRoute, once, twice } from './a.ts';\n",
      [`${DOMAIN}/editor/b.ts`]: "import { once, twice } from '../content/index.ts';\n",
      [`${DOMAIN}/talk/c.ts`]: "import { twice } from '../content/index.ts';\n",
      'apps/api/src/routes/d.ts': "import { ofRoute } from '../domain/content/index.ts';\n",
      'packages/contracts/src/e.ts': 'export const free = 1;\n',
      'packages/sdk/src/f.ts': "import { free } from '../../contracts/src/e.ts';\n",
    });
    expect(oneImporterExportsPerThousandLines).toBe(111.1);
  });

  it('has the limits that CONTRIBUTING.md names', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    const [, table = ''] = read('../../CONTRIBUTING.md').split('| figure | limit | what to do |');
    const limits = Array.from(table.matchAll(/^\| [^|]+ \| ([\d.]+) \|/gm), ([, limit]) =>
      Number(limit),
    );
    expect(limits).toEqual(Object.values(JSON.parse(read('shape-limits.json'))));
  });

  it('names each figure that exceeds its limit', () => {
    const shape = shapeOf({ 'packages/a/src/a.ts': 'const x = { ...{ a, b } };\n' });
    const limits = { ...shape, packedSpreads: 0 };
    expect(shapeFaults(shape, limits)).toEqual([
      'packedSpreads is 1, and at most 0: see CONTRIBUTING.md.',
    ]);
  });
});
