import { startServer } from '/work/main/bench/server.ts';
import { messagesOf } from '/work/main/bench/messages.ts';
import { baseline } from '/work/main/bench/import-baseline.ts';
import pg from 'pg';
const N = Number(process.argv[2] ?? 100000), rounds = Number(process.argv[3] ?? 3);
const server = await startServer();
try {
  const body = JSON.stringify(Object.fromEntries(messagesOf(N)));
  console.log('bytes', body.length);
  for (let r = 0; r < rounds; r++) {
    const p = (await server.client.i18n.projects.create({ name: 'b', sourceLocale: 'en' })).data;
    server.resetPeak();
    let worst = 0, run = true;
    const poll = (async () => { while (run) { const t = performance.now(); await fetch(server.url + '/health').then(r => r.text()); worst = Math.max(worst, performance.now() - t); await new Promise(r => setTimeout(r, 10)); } })();
    const go = async () => { const t = performance.now(); const x = await server.client.i18n.projects.import({ projectId: p.id, locale: 'en', body, contentType: 'application/json' }); return [Math.round(performance.now() - t), JSON.stringify(x.data.values)]; };
    const first = await go(); const peak = server.peakMb(); const w1 = worst; worst = 0;
    const again = await go(); run = false; await poll;
    const p2 = (await server.client.i18n.projects.create({ name: 'b', sourceLocale: 'en' })).data;
    const b = await baseline(server.databaseUrl, p2, body);
    console.log('first', first[0], 'again', again[0], 'baseline', b, 'ratio', (Number(first[0]) / b.firstMs).toFixed(2), 're', (Number(again[0]) / Number(first[0])).toFixed(2), 'peak', Math.round(peak), 'health', Math.round(w1), Math.round(worst));
  }
} finally { await server.stop(); }
