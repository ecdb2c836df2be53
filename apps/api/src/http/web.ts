import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ENDPOINTS, PAGES } from '@parlance/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseAccepted, chooseEncoding } from './answer/accept.ts';
import { answerNotFound } from './answer/answer-not-found.ts';

const WEB_DIST = join(import.meta.dirname, '../../../web/dist');

/**
 * Paths of the web app. All other paths belong to the API, its documents or the pages of mailed
 * links.
 */
const APP_ADDRESSES = [
  '/',
  '/o/*',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/welcome',
  '/account',
  '/checkout',
  '/inbox',
  '/unsubscribe',
];

const NONCE = '__NONCE__';
/** Placeholder for the base URL of released texts. The service removes it if the web app uses its built-in texts. */
const TEXTS = '__TEXTS__';
/** Placeholder for the base path of the service, which may be empty. */
const BASE = '__BASE__';
/** Beginning of the URLs of assets in the built page. The service replaces it by the base path. */
const OWN_ASSETS = '"./assets/';
/** Placeholder that becomes `files` if mails are written to files. */
const MAIL = '__MAIL__';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const EXTENSIONS = { br: '.br', gzip: '.gz', identity: '' } as const;

const cspOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface WebOptions {
  /** The path in the URL `PUBLIC_URL`, without a slash at its end. */
  readonly basePath: string;
  /** Folder with the built web app. Defaults to the folder in this repository. */
  readonly dist?: string;
  /** Project whose releases contain the texts of the web app. Null for the built-in texts. */
  readonly i18nProject: string | null;
  /** True if mails are written to files, because there is no mail server. */
  readonly writesMailFiles: boolean;
}

/** First segments of paths that never belong to the web app, even if the rest of the path is unknown. */
const OTHER_PLACES: ReadonlySet<string> = new Set([
  'assets',
  ...[...ENDPOINTS, ...PAGES].map(({ path }) => path.split('/')[1]!),
]);

/**
 * Sends the page of the web app with 404 to a browser that opens an unknown address outside of the
 * API, and a problem document to everyone else.
 */
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the built web app. If the web app is not built, requests for its paths get 404. */
export function mountWeb(app: FastifyInstance, options: WebOptions): AnswerUnknown {
  const { basePath, dist = WEB_DIST, i18nProject, writesMailFiles } = options;
  const texts = i18nProject === null ? '' : `${basePath}/v1/i18n/bundles/${i18nProject}/production`;
  const mail = writesMailFiles ? 'files' : '';
  const pageOf = (index: Buffer, nonce: string): string =>
    index
      .toString()
      .replaceAll(NONCE, nonce)
      .replaceAll(OWN_ASSETS, `"${basePath}/assets/`)
      .replace(BASE, basePath)
      .replace(TEXTS, texts)
      .replace(MAIL, mail);
  const answerPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    accepts: boolean,
    status: 200 | 404 = 200,
  ): Promise<FastifyReply> => {
    const index = accepts ? await readIfThere(join(dist, 'index.html')) : null;
    if (index === null) return answerNotFound(request, reply);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .status(status)
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', cspOf(nonce))
      .header('Vary', 'Accept')
      .send(pageOf(index, nonce));
  };
  for (const url of APP_ADDRESSES) {
    app.get(url, (request, reply) => answerPage(request, reply, acceptsHtml(request, url)));
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
    sendAsset(request, reply, join(dist, 'assets')),
  );
  return (request, reply) => {
    const { method, url } = request;
    const [, place = ''] = url.split(/[/?]/, 2);
    const mayBePage = ['GET', 'HEAD'].includes(method) && !OTHER_PLACES.has(place);
    return answerPage(request, reply, mayBePage && acceptsHtml(request, url), 404);
  };
}

/**
 * True if the client is a browser. For an unknown path, other programs get a problem document. For
 * the root path, which monitoring tools request, they get the page.
 */
function acceptsHtml({ headers }: FastifyRequest, url: string): boolean {
  const [page, problem] = [{ types: ['text/html'] }, { types: ['application/json'] }];
  if (url === '/') return chooseAccepted(headers.accept ?? '*/*', [page, problem]) === page;
  return headers.accept !== undefined && chooseAccepted(headers.accept, [problem, page]) === page;
}

const ASSET = /^[\w.-]+-[\w-]{8}(\.js|\.css|\.svg)$/;

async function sendAsset(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const { name } = request.params;
  if (!ASSET.test(name)) return answerNotFound(request, reply);
  const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  const bytes = await readIfThere(join(folder, name + EXTENSIONS[encoding]));
  if (bytes === null) return answerNotFound(request, reply);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  return reply
    .header('Content-Type', TYPES[extname(name)]!)
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .header('Cross-Origin-Resource-Policy', 'same-origin')
    .header('Vary', 'Accept-Encoding')
    .send(bytes);
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
