import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { LIMITS, type Project } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { refusalOfSize } from '../../../test/app/refusal.ts';
import { storedTexts } from '../../../test/content/import.ts';
import {
  describeRefusedImports,
  envelope,
  JSON_TYPE,
} from '../../../test/content/refused-import.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
const { post, refused, nothingWritten } = describeRefusedImports((given) => {
  ({ app, tenant, project } = given);
});

/** Returns a stream of `size` bytes. A request with a stream has no Content-Length. */
function streamOf(size: number, head: string): ReadableStream<Uint8Array> {
  let left = size;
  const chunk = new Uint8Array(256 * 1024).fill(0x20);
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
    },
  });
}

describe('i18n.projects.import', () => {
  describe('with a body that is too large', () => {
    it('refuses a JSON body with too many bytes', async () => {
      const over = streamOf(LIMITS.importBodyBytes, '{"locale":"en",');
      const refusal = await refused(post(over));
      expect(refusal).toMatchObject({ status: 413, code: 'payload_too_large' });
      expect(refusal.detail).toContain(String(LIMITS.importBodyBytes));
    });

    it('refuses a file whose Content-Length is too large before any byte of the file is read', async () => {
      const path = `/v1/i18n/projects/${project.id}/import?locale=en`;
      const body = { contentType: 'text/csv', sizeBytes: LIMITS.rawImportBodyBytes + 1 };
      expect(await refusalOfSize(app, tenant, path, body)).toMatchObject({
        status: 413,
        code: 'payload_too_large',
      });
    });
  });

  describe('with a compressed body', () => {
    it('decompresses the body as its Content-Encoding declares', async () => {
      const body = envelope('{"a":"x"}');
      for (const [encoding, bytes] of [
        ['gzip', gzipSync(body)],
        ['br', brotliCompressSync(body)],
        ['deflate', deflateSync(body)],
        ['identity', Buffer.from(body)],
      ] as const) {
        const response = await post(bytes, { ...JSON_TYPE, 'Content-Encoding': encoding });
        expect(response.status, encoding).toBe(200);
        await response.text();
      }
      expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'x']]);
    });

    it('refuses a body that is not compressed as declared, and an unknown encoding', async () => {
      const broken = await refused(post('hello', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }));
      expect(broken).toMatchObject({ status: 400, code: 'malformed_request' });
      const cut = gzipSync(envelope('{"a":"x"}')).subarray(0, 20);
      expect((await refused(post(cut, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }))).status).toBe(
        400,
      );
      const unknown = await refused(post('x', { ...JSON_TYPE, 'Content-Encoding': 'zstd' }));
      expect(unknown).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    });

    it('refuses a body whose decompressed size exceeds the limit', async () => {
      const bomb = gzipSync(Buffer.alloc(LIMITS.importBodyBytes + 1024, ' '));
      expect(bomb.length).toBeLessThan(100_000);
      const refusal = await refused(post(bomb, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }));
      expect(refusal).toMatchObject({ status: 413, code: 'payload_too_large' });
    });
  });

  it('answers the next request on the connection after a refusal', async () => {
    const large = envelope(`{"a":"x","a":"y"${',"b":"c"'.repeat(300_000)}}`);
    const small = envelope(`{"a":"x","a":"y"${',"b":"c"'.repeat(60_000)}}`);
    for (let round = 0; round < 10; round++) {
      expect((await refused(post(round % 2 === 0 ? large : small))).status).toBe(422);
      expect((await fetch(`${app.url}/health`)).status).toBe(200);
    }
  });

  it('stores nothing if the client disconnects during the upload', async () => {
    for (const head of ['{"locale":"en","content":{"a":"x",', '{"locale":"en","content":"key']) {
      const leaving = new AbortController();
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
        async pull(controller) {
          await sleep(2);
          if (++sent === 20) leaving.abort();
          controller.enqueue(new Uint8Array(1000).fill(0x20));
        },
      });
      await expect(
        fetch(`${app.url}/v1/i18n/projects/${project.id}/import`, {
          method: 'POST',
          headers: { Authorization: `ApiKey ${tenant.apiKey.token}`, ...JSON_TYPE },
          body,
          signal: leaving.signal,
          duplex: 'half',
        } as RequestInit),
      ).rejects.toThrow();
    }
    await eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(app.db);
      expect(rows[0]?.open).toBe(0);
    });
    await nothingWritten();
    expect((await post(envelope('{"a":"x"}'))).status).toBe(200);
  });
});
