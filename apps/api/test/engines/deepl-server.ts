import { randomUUID } from 'node:crypto';
import { changeText, fakeTranslate, spoilTexts } from './fake-translation.ts';
import {
  type EngineServer,
  type RecordedRequest,
  type Reply,
  startFaultyServer,
  type TextFault,
} from './faulty-server.ts';

/** An excerpt of `/v2/languages`. */
const SOURCES = 'AR DE EL EN ES FR JA NB PT RU SR TL ZH'.split(' ');
const TARGETS =
  'AR DE EL EN-GB EN-US ES ES-419 FR JA NB PT-BR PT-PT RU SR TL ZH ZH-HANS ZH-HANT'.split(' ');
const WITH_FORMALITY = new Set('DE ES ES-419 FR JA PT-BR PT-PT RU'.split(' '));
const GLOSSARY_LANGUAGES = 'de en es fr ja nb pt ru zh'.split(' ');
const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'];

export interface FakeGlossary {
  readonly glossary_id: string;
  readonly name: string;
  ready: boolean;
  readonly source_lang: string;
  readonly target_lang: string;
  readonly creation_time: string;
  readonly entries: ReadonlyMap<string, string>;
}

export interface DeeplServer extends EngineServer<TextFault> {
  readonly key: string;
  /** The glossaries of the account. A test may add and delete some. */
  readonly glossaries: Map<string, FakeGlossary>;
  readonly options: DeeplServerOptions;
}

export interface DeeplServerOptions {
  /** Remaining code points of the account's quota. */
  characterLimit: number;
  glossaryLimit: number;
  /** Number of polls at which a new glossary is not ready. */
  unreadyPolls: number;
}

/**
 * Simulates DeepL's API v2 as published (developers.deepl.com, the OpenAPI file of DeepLcom/openapi). Words are
 * changed predictably instead of translated.
 */
export async function startDeeplServer(
  overrides: Partial<DeeplServerOptions> = {},
): Promise<DeeplServer> {
  const key = `${randomUUID()}:fx`;
  const options = { characterLimit: 500_000, glossaryLimit: 1000, unreadyPolls: 0, ...overrides };
  const glossaries = new Map<string, FakeGlossary>();
  let polls = 0;

  const server = await startFaultyServer<TextFault>({
    translatePath: '/v2/translate',
    answer(request, fault) {
      if (request.headers.authorization !== `DeepL-Auth-Key ${key}`)
        return refuse(403, 'Authorization failure');
      const url = new URL(request.path, 'http://deepl');
      const route = `${request.method} ${url.pathname}`;
      if (route === 'GET /v2/languages') return listLanguages(url.searchParams.get('type'));
      if (route === 'POST /v2/translate') return translate(request, fault);
      if (route === 'GET /v2/glossary-language-pairs')
        return { status: 200, body: glossaryPairs() };
      if (route === 'GET /v2/glossaries')
        return {
          status: 200,
          body: { glossaries: [...glossaries.values()].map(describeGlossary) },
        };
      if (route === 'POST /v2/glossaries') return createGlossary(request);
      const id = /^\/v2\/glossaries\/([^/]+)$/.exec(url.pathname)?.[1];
      const glossary = id === undefined ? undefined : glossaries.get(id);
      if (glossary === undefined) return refuse(404, 'Not found');
      if (request.method === 'DELETE') {
        glossaries.delete(glossary.glossary_id);
        return { status: 204 };
      }
      if (++polls >= options.unreadyPolls) glossary.ready = true;
      return { status: 200, body: describeGlossary(glossary) };
    },
  });

  function translate(request: RecordedRequest, fault: TextFault | undefined): Reply {
    if (request.sizeBytes > 128 * 1024) return refuse(413, 'Request size exceeds the limit');
    const body = request.body as Record<string, unknown> | undefined;
    const texts = body?.text;
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      return refuse(400, "Parameter 'text' not specified.");
    if (texts.length > 50) return refuse(400, 'Too many texts');
    const target = String(body?.target_lang);
    const source = body?.source_lang;
    if (!TARGETS.includes(target)) return refuse(400, "Value for 'target_lang' not supported.");
    if (source !== undefined && !SOURCES.includes(String(source)))
      return refuse(400, "Value for 'source_lang' not supported.");
    const formality = String(body?.formality ?? 'default');
    if (!FORMALITIES.includes(formality))
      return refuse(400, "Value for 'formality' not supported.");
    if (['more', 'less'].includes(formality) && !WITH_FORMALITY.has(target))
      return refuse(400, "'formality' is not supported for given 'target_lang'.");
    const isXml = body?.tag_handling === 'xml';
    if (isXml && body?.tag_handling_version === 'v2' && !texts.every(isWellFormed))
      return refuse(400, 'Tag handling parsing failed, please check input.');

    let terms: ReadonlyMap<string, string> = new Map();
    if (body?.glossary_id !== undefined) {
      const glossary = glossaries.get(String(body.glossary_id));
      if (source === undefined) return refuse(400, 'Use of a glossary requires source_lang');
      if (glossary === undefined) return refuse(404, 'Glossary not found');
      if (!glossary.ready) return refuse(400, 'Glossary is not ready');
      const isPair =
        glossary.source_lang === String(source).toLowerCase() &&
        glossary.target_lang === target.split('-')[0]?.toLowerCase();
      if (!isPair) return refuse(400, 'No dictionary found for language pair');
      terms = glossary.entries;
    }
    const characters = texts.reduce((sum, text) => sum + [...text].length, 0);
    if (characters > options.characterLimit) return refuse(456, 'Quota exceeded');
    options.characterLimit -= characters;

    const change = (text: string) => fakeTranslate(text, target, terms);
    const translated = texts.map((text) => (isXml ? changeText(text, change) : change(text)));
    const spoilt = fault === undefined ? translated : spoilTexts(translated, fault);
    return {
      status: 200,
      body: {
        translations: spoilt.map((text) => ({ detected_source_language: source ?? 'EN', text })),
      },
    };
  }

  function createGlossary(request: RecordedRequest): Reply {
    const body = request.body as Record<string, string>;
    if (glossaries.size >= options.glossaryLimit) return refuse(456, 'Too many glossaries');
    if (Buffer.byteLength(body.entries ?? '') > 10 * 1024 * 1024)
      return refuse(413, 'Glossary size exceeds the limit');
    const { name = '', source_lang = '', target_lang = '', entries = '' } = body;
    if (name === '' || body.entries_format !== 'tsv') return refuse(400, 'Bad glossary');
    if (![source_lang, target_lang].every((code) => GLOSSARY_LANGUAGES.includes(code)))
      return refuse(400, 'Unsupported glossary language pair');
    const parsed = new Map<string, string>();
    for (const line of entries.split('\n')) {
      const [source = '', translation = '', ...rest] = line.split('\t');
      const isBad =
        source.trim() === '' ||
        translation.trim() === '' ||
        rest.length > 0 ||
        parsed.has(source) ||
        /[\u0000-\u001f\u0080-\u009f\u2028\u2029]/.test(source + translation) ||
        Buffer.byteLength(source) > 1024 ||
        Buffer.byteLength(translation) > 1024;
      if (isBad) return refuse(400, 'Invalid glossary entries provided');
      parsed.set(source, translation);
    }
    const glossary: FakeGlossary = {
      glossary_id: randomUUID(),
      name,
      ready: options.unreadyPolls === 0,
      source_lang,
      target_lang,
      creation_time: new Date().toISOString(),
      entries: parsed,
    };
    glossaries.set(glossary.glossary_id, glossary);
    return { status: 201, body: describeGlossary(glossary) };
  }

  return { ...server, key, glossaries, options };
}

function listLanguages(type: string | null): Reply {
  const codes = type === 'target' ? TARGETS : SOURCES;
  return {
    status: 200,
    body: codes.map((language) => ({
      language,
      name: language,
      ...(type === 'target' ? { supports_formality: WITH_FORMALITY.has(language) } : {}),
    })),
  };
}

function glossaryPairs() {
  return {
    supported_languages: GLOSSARY_LANGUAGES.flatMap((source_lang) =>
      GLOSSARY_LANGUAGES.filter((target) => target !== source_lang).map((target_lang) => ({
        source_lang,
        target_lang,
      })),
    ),
  };
}

function describeGlossary({ entries, ...glossary }: FakeGlossary) {
  return { ...glossary, entry_count: entries.size };
}

function refuse(status: number, message: string): Reply {
  return { status, body: { message } };
}

/** True if the text is a well-formed fragment (XML 1.0 §4.3.2), as far as the tests require it. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  for (const [markup] of text.matchAll(/<[^>]*>?|&[^;\s]*;?/g)) {
    if (markup.startsWith('&')) {
      if (!/^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);$/.test(markup)) return false;
      continue;
    }
    const tag = /^<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>$/.exec(markup);
    if (tag === null) return false;
    const [, closing, name = '', , selfClosing] = tag;
    if (closing === '/') {
      if (open.pop() !== name) return false;
    } else if (selfClosing === '') {
      open.push(name);
    }
  }
  return open.length === 0;
}
