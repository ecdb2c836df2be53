import { randomUUID } from 'node:crypto';
import { fakeTranslate, spoilTexts } from './fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
  type TextFault,
} from './faulty-server.ts';

const CODES = ['en', 'de', 'nb', 'pb', 'pt', 'zh', 'zt'];
/** The simulated model fails for a text with this word. */
export const CHOKING_WORD = 'Chokeword';

export interface LibreServerOptions {
  requiresKey: boolean;
  /** Maximum number of characters. -1 means no limit, as in the flags of the server. */
  charLimit: number;
  batchLimit: number;
  /** False for servers before 2022, which did not unescape HTML. */
  unescapes: boolean;
  /** False for servers before 2022, which listed no targets. */
  listsTargets: boolean;
}

export interface LibreServer extends EngineServer<TextFault> {
  readonly key: string;
  readonly options: LibreServerOptions;
}

/**
 * Simulates LibreTranslate after its published source (`app.py`, argosopentech/translate-html and argos-translate's
 * `tags.py`). White space, tags and entities are treated in the same way. Words are changed predictably instead of
 * translated.
 */
export async function startLibreServer(
  overrides: Partial<LibreServerOptions> = {},
): Promise<LibreServer> {
  const key = randomUUID();
  const options: LibreServerOptions = {
    requiresKey: false,
    charLimit: -1,
    batchLimit: -1,
    unescapes: true,
    listsTargets: true,
    ...overrides,
  };
  const server = await startFaultyServer<TextFault>({
    translatePath: '/translate',
    answer(request, fault) {
      if (request.method === 'GET' && request.path === '/languages') {
        return {
          status: 200,
          body: CODES.map((code) => ({
            code,
            name: code,
            // `zt` cannot be translated into `nb`, so one pair is missing.
            ...(options.listsTargets
              ? { targets: CODES.filter((target) => code !== 'zt' || target !== 'nb') }
              : {}),
          })),
        };
      }
      if (request.method === 'POST' && request.path === '/translate')
        return translate(request, fault);
      return { status: 404, body: { error: 'Not found' } };
    },
  });

  function translate(request: RecordedRequest, fault: TextFault | undefined): Reply {
    const body = request.body as Record<string, unknown> | undefined;
    if (options.requiresKey && body?.api_key === undefined)
      return refuse(400, 'Please contact the server operator to get an API key');
    if (options.requiresKey && body?.api_key !== key) return refuse(403, 'Invalid API key');
    const { q, source, target, format } = body ?? {};
    for (const [name, value] of Object.entries({ q, source, target }))
      if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
        return refuse(400, `Invalid request: missing ${name} parameter`);
    const isBatch = Array.isArray(q);
    const texts = (isBatch ? q : [q]).map(String);
    if (options.batchLimit !== -1 && isBatch && texts.length > options.batchLimit)
      return refuseSize(texts.length, options.batchLimit);
    const length = texts.reduce((sum, text) => sum + [...text].length, 0);
    if (options.charLimit !== -1 && length > options.charLimit)
      return refuseSize(length, options.charLimit);
    for (const code of [source, target])
      if (!CODES.includes(String(code))) return refuse(400, `${String(code)} is not supported`);
    if (source === 'zt' && target === 'nb')
      return refuse(400, 'Norwegian (nb) is not available as a target language from Chinese (zt)');
    if (texts.some((text) => text.includes(CHOKING_WORD)))
      return refuse(500, 'Cannot translate text: list index out of range');
    const change = (text: string) => fakeTranslate(text, String(target));
    const translated = texts.map((text) => {
      const html = format === 'html' ? translateHtml(text, change) : change(text);
      return options.unescapes ? unescapeHtml(html) : html;
    });
    const spoilt = fault === undefined ? translated : spoilTexts(translated, fault);
    return { status: 200, body: { translatedText: isBatch ? spoilt : spoilt[0] } };
  }

  return { ...server, key, options };
}

function refuse(status: number, error: string): Reply {
  return { status, body: { error } };
}

function refuseSize(size: number, limit: number): Reply {
  return refuse(400, `Invalid request: request (${size}) exceeds text limit (${limit})`);
}

interface Element {
  readonly open: string;
  readonly name: string;
  readonly isTranslatable: boolean;
  children: Node[];
}

type Node = string | Element;

const NOT_TRANSLATED = new Set(
  'address applet audio canvas code embed script style time video'.split(' '),
);

function translateHtml(html: string, change: (text: string) => string): string {
  // Python's split() also treats U+001C–U+001F and U+0085 as white space.
  const minified = html.replace(/[\s\u001c-\u001f\u0085]+/g, ' ').trim();
  const root = parseHtml(minified);
  translateElement(root, change);
  return root.children.map(serialize).join('');
}

/**
 * Works like `translate_tags`: it translates the whole text and finds the elements by their texts, or else translates
 * piece by piece.
 */
function translateElement(element: Element, change: (text: string) => string): void {
  if (!element.isTranslatable) return;
  const injected = injectElements(element, change);
  if (injected !== null) {
    element.children = injected;
    return;
  }
  element.children = element.children.map((child) => {
    if (typeof child === 'string') return change(child);
    translateElement(child, change);
    return child;
  });
}

function injectElements(element: Element, change: (text: string) => string): Node[] | null {
  const inner = element.children.filter((child) => typeof child !== 'string');
  const isFlat = inner.every(
    ({ children }) => children.length > 0 && children.every((child) => typeof child === 'string'),
  );
  const text = element.children.map(textOf).join('');
  if (inner.length === 0 || !isFlat || text.length > 200) return null;
  const translated = change(text);
  const places: { at: number; text: string; child: Element }[] = [];
  for (const child of inner) {
    const childText = child.isTranslatable ? change(textOf(child)) : textOf(child);
    // Like the original, this uses the first occurrence of the text, even if it is the wrong one.
    const at = translated.indexOf(childText);
    if (at < 0) return null;
    places.push({ at, text: childText, child });
  }
  places.sort((a, b) => a.at - b.at);
  const nodes: Node[] = [];
  let end = 0;
  for (const { at, text: childText, child } of places) {
    if (at < end) return null;
    nodes.push(translated.slice(end, at), { ...child, children: [childText] });
    end = at + childText.length;
  }
  return [...nodes, translated.slice(end)];
}

function parseHtml(html: string): Element {
  const root: Element = { open: '', name: '', isTranslatable: true, children: [] };
  const stack = [root];
  const add = (node: Node) => stack.at(-1)?.children.push(node);
  for (const [token] of html.matchAll(/<\/?[A-Za-z][^<>]*>|[^<]+|</g)) {
    const tag = /^<(\/?)([A-Za-z][^\s/>]*)([^<>]*)>$/.exec(token);
    if (tag === null) {
      add(unescapeHtml(token));
      continue;
    }
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] === '/') {
      const at = stack.findLastIndex((element) => element.name === name);
      if (at > 0) stack.length = at;
      continue;
    }
    const isTranslatable = !NOT_TRANSLATED.has(name) && !/translate="no"/.test(tag[3] ?? '');
    const element = { open: `<${name}${tag[3]}>`, name, isTranslatable, children: [] };
    add(element);
    if (!token.endsWith('/>')) stack.push(element);
  }
  return root;
}

function textOf(node: Node): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

function serialize(node: Node): string {
  if (typeof node === 'string')
    return node.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${node.open}${node.children.map(serialize).join('')}</${node.name}>`;
}

function unescapeHtml(text: string): string {
  const named: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    copy: '©',
  };
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return named[name] ?? entity;
  });
}
