import { startServer } from './server.ts';
import { messagesOf } from './messages.ts';
import pg from 'pg';
const N = Number(process.argv[2] ?? 100000);
const server = await startServer();
try {
  const p = (await server.client.i18n.projects.create({ name: 'b', sourceLocale: 'en' })).data;
  await server.client.i18n.projects.import({ projectId: p.id, locale: 'en', body: JSON.stringify(Object.fromEntries(messagesOf(N))), contentType: 'application/json' });
  const c = new pg.Client({ connectionString: server.databaseUrl }); await c.connect();
  const zero = '00000000-0000-0000-0000-000000000000';
  const time = async (name: string, f: () => Promise<number>) => { const ts = []; let n = 0; for (let i = 0; i < 7; i++) { const t = performance.now(); n = await f(); ts.push(Math.round(performance.now() - t)); } console.log(name.padEnd(40), n, ts.join(' ')); };
  const join = `select k.id, k.name, v.text from translation_key k join translation_value v on v.project_id = k.project_id and v.locale_id = 1 and v.key_id = k.id where k.project_id = $1 and k.id > $2 and k.archived_at is null order by k.id limit $3`;

  const cursorJ = async (B: number, cols: string) => { await c.query('begin'); await c.query({ name: 'cj' + cols, text: `declare x no scroll cursor for select ${cols} from translation_key k join translation_value v on v.project_id = k.project_id and v.locale_id = 1 and v.key_id = k.id where k.project_id = $1 and k.archived_at is null order by k.id`, values: [p.id] }); let n = 0; for (;;) { const { rows } = await c.query(`fetch ${B} from x`); if (!rows.length) break; n += rows.length; } await c.query('commit'); return n; };
  for (const B of [1000, 2000, 5000]) {
  await time('cursor join ' + B, () => cursorJ(B, 'k.name, v.text'));
  await time('cursor join left' + B, () => cursorJ(B, 'k.name, k.description, v.text, v.state'));
  await time('merged cursors ' + B, async () => { await c.query('begin');
    await c.query(`declare k no scroll cursor for select id, name, description from translation_key where project_id = '${p.id}' and archived_at is null order by id`);
    await c.query(`declare v no scroll cursor for select key_id, text, state from translation_value where project_id = '${p.id}' and locale_id = 1 order by key_id`);
    let n = 0; let vs: any[] = [], vi = 0;
    for (;;) { const { rows } = await c.query(`fetch ${B} from k`); if (!rows.length) break;
      for (const r of rows) { if (vi >= vs.length) { vs = (await c.query(`fetch ${B} from v`)).rows; vi = 0; } if (vs[vi]?.key_id === r.id) { n++; vi++; } } }
    await c.query('commit'); return n; });
  }
  const t = performance.now();
  await c.query(`select count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(v.id, v.version)), 0) from translation_value v where v.project_id = $1::uuid and v.locale_id = 1`, [p.id]); console.log('fp values', performance.now() - t);
  const t2 = performance.now();
  await c.query(`select count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(k.id, hashtextextended(k.name, 0))), 0) from translation_key k where k.project_id = $1::uuid and k.archived_at is null`, [p.id]); console.log('fp keys', performance.now() - t2);
  await c.end();
} finally { await server.stop(); }
