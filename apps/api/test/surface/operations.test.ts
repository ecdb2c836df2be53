import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ENDPOINTS, type EndpointDefinition, PAGES } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/routes/routes.generated.ts';

const ROUTES_DIR = new URL('../../src/routes/', import.meta.url).pathname;

const contract: readonly EndpointDefinition[] = [...ENDPOINTS, ...PAGES];

/** Returns the file of an operation: `i18n.locales.delete` is served by `i18n/locales.delete.ts`. */
const fileOf = (id: string): string => `${id.replace('.', '/')}.ts`;

const exportOf = (id: string): string =>
  `${id.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())}Route`;

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));

describe('every operation', () => {
  it('has a route if it is in the contract', () => {
    const served = new Set(ROUTES.map(({ endpoint }) => endpoint.id));
    const missing = contract.map(({ id }) => id).filter((id) => !served.has(id));
    expect(missing).toEqual([]);
  });

  it('occurs once in the routes, and is in the contract', () => {
    const ids = ROUTES.map(({ endpoint }) => endpoint.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { endpoint } of ROUTES) expect(contract).toContain(endpoint);
  });

  it.each(ROUTES.map((route) => [route.endpoint.id, route] as const))(
    'has a file, an export and a route of the same name (%s)',
    async (id, route) => {
      const module: Record<string, Route> = await import(join(ROUTES_DIR, fileOf(id)));
      expect(Object.keys(module)).toEqual([exportOf(id)]);
      expect(module[exportOf(id)]).toBe(route);
    },
  );

  it('has a file, and the folder contains no other files', () => {
    const files = filesIn(ROUTES_DIR).filter(
      (file) => !/\.(test|present)\.ts$/.test(file) && file !== 'routes.generated.ts',
    );
    expect(files.toSorted()).toEqual(ROUTES.map(({ endpoint }) => fileOf(endpoint.id)).toSorted());
  });
});
