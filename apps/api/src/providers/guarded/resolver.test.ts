import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { createResolver, type Resolver } from './resolver.ts';

const A = 1;
const NO_ERROR = 0x8180;
const NAME_ERROR = 0x8183;

const server = createSocket('udp4');
let asked = 0;
let folder: string;
let resolve: Resolver;

/** Returns the name and the type of the question in a DNS message (RFC 1035 §4.1.2). */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Answers like a name server: an address, an error, or nothing for names that begin with `silent`. */
function answer(query: Buffer): Buffer | null {
  const { name, type, end } = questionOf(query);
  if (name.startsWith('silent')) return null;
  const isKnown = name.endsWith('.test');
  const hasAddress = isKnown && type === A;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(isKnown ? NO_ERROR : NAME_ERROR, 2);
  head.writeUInt16BE(hasAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  if (!hasAddress) return head;
  const record = Buffer.from('c00c00010001000000000004c0a80101', 'hex');
  return Buffer.concat([head, record]);
}

beforeAll(async () => {
  server.on('message', (query, { port, address }) => {
    asked++;
    const found = answer(query);
    if (found) server.send(found, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'parlance-hosts-'));
  const hostsFile = join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# 10.0.0.9 hooks\n10.0.0.1 hooks Hooks.Own.test # own\nfd00::1 hooks\n',
  );
  const servers = [`127.0.0.1:${server.address().port}`];
  resolve = createResolver({ servers, hostsFile, queryMs: 60_000 });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe('the resolver of names that users enter', () => {
  it('asks the name server, and accepts addresses of only one family', async () => {
    expect(await resolve('hooks.example.test')).toEqual(['192.168.1.1']);
  });

  it('reports a name that does not exist', async () => {
    await expect(resolve('nowhere.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('reads the hosts file first', async () => {
    const before = asked;
    expect(await resolve('hooks')).toEqual(['10.0.0.1', 'fd00::1']);
    expect(await resolve('hooks.own.test')).toEqual(['10.0.0.1']);
    expect(asked).toBe(before);
  });

  it('ends a lookup when the signal aborts, and delays no lookup of the system', async () => {
    const before = asked;
    const controller = new AbortController();
    const open = Array.from({ length: 20 }, (_, index) =>
      resolve(`silent${index}.test`, controller.signal).catch(
        (error: { code: string }) => error.code,
      ),
    );
    const isOver = Promise.race(open).then(() => 'over');
    const first = await Promise.race([isOver, lookup('localhost').then(() => 'system')]);
    expect(first).toBe('system');
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(before + open.length));
    controller.abort();
    expect(new Set(await Promise.all(open))).toEqual(new Set(['ECANCELLED']));
  });
});
