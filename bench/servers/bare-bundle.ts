import { get } from 'node:http';
import { type ForkedServer, forkServer } from './fork-server.ts';

/** Starts a bare server that sends the service's response for a bundle, with the same brotli bytes and headers. */
export async function startBareBundle(url: string): Promise<ForkedServer & { etag: string }> {
  const { headers, body } = await rawAnswer(url);
  const etag = headers[headers.indexOf('ETag') + 1] ?? '';
  const answer = JSON.stringify({ body, headers, etag });
  const server = await forkServer('bare-server', { BARE_ANSWER: answer });
  return { ...server, url: `${server.url}/`, etag };
}

function rawAnswer(url: string): Promise<{ headers: string[]; body: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const drop = /^(date|connection|keep-alive)$/i;
        const headers: string[] = [];
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const [name, value] = response.rawHeaders.slice(index, index + 2) as [string, string];
          if (!drop.test(name)) headers.push(name, value);
        }
        resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
      });
    }).on('error', reject);
  });
}
