/**
 * A registry of generated models on loopback, in the form of Mozilla's registry. It can fail in every way that a
 * download must handle.
 */
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type MadeModel, type ModelOptions, makeModel, makeShortlist } from './model.ts';

export type Behaviour =
  | 'ok'
  | 'not found'
  | 'not found, slowly'
  | 'busy'
  | 'truncated'
  | 'tampered'
  | 'longer'
  | 'bomb'
  | 'garbage'
  | 'error page'
  | 'hang'
  | 'hang midway'
  | 'uncompressed'
  | 'slow';

export interface ModelServer {
  /** Value of `MT_MODEL_SOURCE`. */
  readonly url: string;
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Sets the behaviours for requests whose path contains `part`. Each applies once, but the last applies permanently. */
  behave(part: string, ...behaviours: [Behaviour, ...Behaviour[]]): void;
  /** Removes all behaviours and recorded requests. */
  reset(): void;
  /** The document that lists the models. A test may change it. */
  readonly document: { generated: string; baseUrl: string; models: Record<string, unknown[]> };
  close(): Promise<void>;
}

export interface ModelEntry extends ModelOptions {
  readonly from: string;
  readonly to: string;
  readonly dictionary: Readonly<Record<string, string>>;
  /** Content of the model file. Defaults to a model that the other options describe. */
  readonly model?: Buffer;
}

const SLOW_MS = 300;

/** Starts a server that lists and serves a model for each entry. */
export async function startModelServer(entries: readonly ModelEntry[]): Promise<ModelServer> {
  const files = new Map<string, () => Buffer>();
  const models: Record<string, unknown[]> = {};
  for (const entry of entries) {
    const listed = addEntry(entry, files);
    const key = `${entry.from}-${entry.to}`;
    models[key] = [...(models[key] ?? []), listed];
  }
  const behaviours = new Map<string, Behaviour[]>();
  const requests: string[] = [];
  const document = {
    generated: '2026-01-01T00:00:00Z',
    // Stands for Mozilla's address, which a mirrored list still contains. Nothing is fetched from it.
    baseUrl: 'https://models.invalid',
    models,
  };

  const takeBehaviour = (path: string): Behaviour => {
    for (const [part, queue] of behaviours) {
      if (!path.includes(part)) continue;
      return (queue.length > 1 ? queue.shift() : queue[0]) ?? 'ok';
    }
    return 'ok';
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    requests.push(path);
    const plain =
      path === 'db/models.json' ? Buffer.from(JSON.stringify(document)) : files.get(path)?.();
    const behaviour = plain === undefined ? 'not found' : takeBehaviour(path);
    answer(response, behaviour, plain ?? Buffer.alloc(0), path.endsWith('.gz'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    document,
    behave: (part, ...list) => {
      behaviours.set(part, [...list]);
    },
    reset: () => {
      behaviours.clear();
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addEntry(entry: ModelEntry, files: Map<string, () => Buffer>): unknown {
  const { from, to } = entry;
  const made: MadeModel = makeModel(entry.dictionary, entry);
  const model = entry.model ?? made.model;
  const pair = `${from}${to}`;
  const folder = `models/${from}-${to}/exported`;
  const add = (name: string, read: () => Buffer): { path: string } => {
    const path = `${folder}/${name}.gz`;
    files.set(path, read);
    return { path };
  };
  const [vocabulary = Buffer.alloc(0), targetVocabulary] = made.vocabularies;
  return {
    architecture: 'base-memory',
    releaseStatus: 'Release',
    sourceLanguage: from,
    targetLanguage: to,
    files: {
      lexicalShortlist: add(`lex.50.50.${pair}.s2t.bin`, () => makeShortlist(made.pieceCount)),
      model: {
        ...add(`model.${pair}.intgemm.alphas.bin`, () => model),
        uncompressedSize: model.length,
        uncompressedHash: createHash('sha256').update(model).digest('hex'),
      },
      ...(targetVocabulary === undefined
        ? { vocab: add(`vocab.${pair}.spm`, () => vocabulary) }
        : {
            srcVocab: add(`srcvocab.${pair}.spm`, () => vocabulary),
            trgVocab: add(`trgvocab.${pair}.spm`, () => targetVocabulary),
          }),
    },
  };
}

function answer(
  response: ServerResponse,
  behaviour: Behaviour,
  plain: Buffer,
  isCompressed: boolean,
): void {
  const body = isCompressed ? gzipSync(plain, { level: 1 }) : plain;
  const flip = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes);
    const middle = copy.length >> 1;
    copy[middle] = (copy[middle] ?? 0) ^ 0xff;
    return copy;
  };
  switch (behaviour) {
    case 'ok':
      response.end(body);
      return;
    case 'uncompressed':
      response.end(plain);
      return;
    case 'not found':
      response.writeHead(404).end('no such file');
      return;
    case 'not found, slowly':
      setTimeout(() => response.writeHead(404).end('no such file'), SLOW_MS);
      return;
    case 'busy':
      response.writeHead(503, { 'retry-after': '0' }).end('later');
      return;
    case 'truncated':
      // Content-Length matches the truncated body, so only the content reveals the fault.
      response.end(body.subarray(0, body.length - 20));
      return;
    case 'tampered':
      response.end(isCompressed ? gzipSync(flip(plain)) : flip(plain));
      return;
    case 'longer':
      response.end(gzipSync(Buffer.concat([plain, Buffer.from('more')])));
      return;
    case 'bomb':
      response.end(gzipSync(Buffer.alloc(8 * 1024 * 1024), { level: 1 }));
      return;
    case 'garbage':
      response.end(Buffer.concat([body.subarray(0, 10), Buffer.alloc(body.length, 0x55)]));
      return;
    case 'error page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to Wi-Fi</html>');
      return;
    case 'hang':
      return;
    case 'hang midway':
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.subarray(0, body.length >> 1));
      return;
    case 'slow':
      setTimeout(() => response.end(body), SLOW_MS);
      return;
  }
}
