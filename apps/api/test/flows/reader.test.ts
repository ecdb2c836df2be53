import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createReader } from '@parlance/reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlocks } from '../../../../scripts/documents/read-blocks.ts';
import { startTestApp } from '../app/app.ts';
import { createProject, createTenant } from '../app/build.ts';
import { makeTestDirectory } from '../servers/postgres.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../../..');
const EN = { 'home.greeting': 'Hello {name}, {count} new', 'home.save': 'Save' };
const ES = { 'home.greeting': 'Hola {name}, {count} nuevos' };

let server: Server;
let address: { url: string; projectId: string; environmentId: string };

/** Publishes a release to a folder, and stops the service. */
async function publishTo(folder: string): Promise<{ projectId: string; environmentId: string }> {
  const app = await startTestApp({ env: { BUNDLE_STORE: `file://${folder}` } });
  try {
    const { client } = await createTenant(app);
    const { id: projectId } = await createProject(client);
    await client.i18n.projects.import({ projectId, locale: 'en', content: EN });
    await client.i18n.projects.import({ projectId, locale: 'es', content: ES });
    const { data } = await client.i18n.releases.create({ projectId, environment: 'production' });
    return { projectId, environmentId: data.environmentId };
  } finally {
    await app.close();
  }
}

beforeAll(async () => {
  const folder = makeTestDirectory();
  const ids = await publishTo(folder);
  server = createServer(({ url = '' }, response) => {
    const file = join(folder, url);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...ids };
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

describe('the texts of a stopped service', () => {
  it('can be read from a folder that a web server serves', async () => {
    const reader = createReader(address);
    const greeting = { home: { greeting: ES['home.greeting'], save: EN['home.save'] } };
    expect(await reader.load('es-MX')).toEqual({
      locale: 'es',
      messages: greeting,
      fallbacks: ['en'],
    });
    const flat = await createReader({ ...address, shape: 'flat' }).load('en');
    expect(flat).toEqual({ locale: 'en', messages: EN, fallbacks: [] });
    expect(await reader.refresh()).toBe(false);
  });

  const blocks = readBlocks(ROOT, 'docs/delivery.md').filter(({ language }) => language === 'js');
  const libraryOf = (text: string) => /from '(i18next|@formatjs\/intl|vue-i18n)'/.exec(text)?.[1];

  it('have documented code for three libraries', () => {
    expect(blocks.map(({ text }) => libraryOf(text))).toEqual([
      'i18next',
      'i18next',
      '@formatjs/intl',
      'vue-i18n',
    ]);
  });

  it.each(blocks.map(({ text }) => [libraryOf(text), text]))(
    'can be read by the documented code for %s',
    async (_, text) => {
      expect((await runWithAddress(text!)).split('\n').at(-1)).toBe('Hola Ada, 3 nuevos');
    },
  );

  it('can be read by the code in the README of the reader', async () => {
    const [block] = readBlocks(ROOT, 'packages/reader/README.md').filter(
      ({ language }) => language === 'ts',
    );
    const browser =
      "const navigator = { language: 'es' }; const localStorage = { getItem: () => null, setItem() {} };";
    const written = await runWithAddress(`${browser}\n${block!.text}`);
    expect(written).toMatch(/^es \{.*\} \[ 'en' \]$/s);
  });
});

/** Runs a program of the documentation with the address of the store, and returns its output. */
async function runWithAddress(text: string): Promise<string> {
  const names = ['url', 'projectId', 'environmentId'] as const;
  const program = names.reduce((code, name) => {
    expect(code).toMatch(new RegExp(`^  ${name}: '.*',$`, 'm'));
    return code.replace(new RegExp(`(?<=^  ${name}: )'.*'`, 'm'), `'${address[name]}'`);
  }, text);
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, args, { cwd: join(ROOT, 'apps/api') });
  return stdout.trim();
}
