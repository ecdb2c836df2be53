import { startServer } from './server.ts';
import { messagesOf } from './messages.ts';
import { baseline } from './import-baseline.ts';
import { openDb } from '../apps/api/src/db/client.ts';
import { collectFile } from '../apps/api/src/domain/import/file-content.ts';
import { importFile } from '../apps/api/src/domain/import/import-file.ts';
import { formatById } from '@parlance/formats';
import pg from 'pg';
const N = Number(process.argv[2] ?? 100000), rounds = Number(process.argv[3] ?? 3);
const server = await startServer();
try {
  const { db, pool, close } = openDb(server.databaseUrl, { maxConnections: 4, onIdleError() {} });
  const body = Buffer.from(JSON.stringify(Object.fromEntries(messagesOf(N))));
  const q = pg.Client.prototype.query as any; let log: [string, number][] | null = null;
  (pg.Client.prototype as any).query = function (...a: any[]) { const t = performance.now(); const text = (a[0].text ?? a[0]).replace(/\s+/g, ' ').slice(0, 60); const r = q.apply(this, a); r?.then?.(() => log?.push([text, performance.now() - t])); return r; };
  for (let r = 0; r < rounds; r++) {
    const project = (await server.client.i18n.projects.create({ name: 'b', sourceLocale: 'en' })).data;
    const principal = { type: 'api_key', id: project.id, name: 'x', organizationId: project.organizationId, scopes: [], projectIds: null } as const;
    for (const what of ['first', 'again']) {
      const t = performance.now();
      const content = await collectFile(() => formatById('json')!.read((async function* () { for (let i = 0; i < body.length; i += 65536) yield body.subarray(i, i + 65536); })(), { keySeparator: '.', localeTag: 'en', sourceLocaleTag: 'en', limits: { depth: 64, keyNameLength: 2048, valueLength: 100000 }, warn() {} }));
      const t2 = performance.now(); log = [];
      await importFile({ db, clock: { now: () => new Date() } }, principal as never, { projectId: project.id, format: 'json', localeTag: 'en', content, targetLocales: [], mode: 'overwrite', dryRun: false, prune: false, address: '127.0.0.1' });
      const t3 = performance.now();
      const sums = new Map<string, number>(); for (const [k, v] of log) sums.set(k, (sums.get(k) ?? 0) + v);
      console.log(what, 'parse', Math.round(t2 - t), 'import', Math.round(t3 - t2)); if (r > 0) for (const [k, v] of sums) if (v > 5) console.log('   ', Math.round(v), k);
      log = null;
    }
    const p2 = (await server.client.i18n.projects.create({ name: 'b', sourceLocale: 'en' })).data;
    console.log('baseline', await baseline(server.databaseUrl, p2, body.toString()));
  }
  await close();
} finally { await server.stop(); }
