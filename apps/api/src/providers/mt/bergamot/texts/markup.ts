/**
 * Result of {@link prepareMarkup}. Malformed markup aborts the WebAssembly module and fails the
 * whole batch (bergamot-translator, `html.cpp`, `xh_scanner.cpp`).
 */
export type PreparedMarkup =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: string };

/** Matches a start tag with its attributes, or an end tag. */
const TAG =
  /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>/iy;
/**
 * Matches character references that the WebAssembly module does not decode or decodes incorrectly.
 */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", nbsp: '\u00a0' };
const ENCODED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Elements without content, as listed in `html.h` of bergamot-translator. */
const VOID_ELEMENTS = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
const RAW_TEXT_ELEMENTS = new Set(['script', 'style']);

/**
 * Checks an HTML fragment. Rewrites its character references so that the WebAssembly module decodes
 * them correctly.
 */
export function prepareMarkup(body: string): PreparedMarkup {
  if (body.includes('\0')) return fail('it contains U+0000');
  const open: string[] = [];
  let html = '';
  let at = 0;
  while (at < body.length) {
    const next = body.indexOf('<', at);
    const textEnd = next === -1 ? body.length : next;
    html += resolveReferences(body.slice(at, textEnd));
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(body);
    if (tag === null) return fail(`"${body.slice(next, next + 20)}" is no tag`);
    const [whole, slash, name = '', attributes = '', selfClosing] = tag;
    const lowerName = name.toLowerCase();
    if (RAW_TEXT_ELEMENTS.has(lowerName)) return fail(`<${name}> cannot be translated`);
    if (slash === '/') {
      const expected = open.pop();
      if (expected !== name) return fail(`</${name}> closes nothing`);
    } else if (selfClosing !== '/' && !VOID_ELEMENTS.has(lowerName)) {
      open.push(name);
    }
    html += whole.replace(attributes, () => quoteAttributes(attributes));
    at = TAG.lastIndex;
  }
  const unclosed = open.pop();
  return unclosed === undefined
    ? { text: html, problem: null }
    : fail(`<${unclosed}> is not closed`);
}

/**
 * Writes attribute values in double quotes, because the WebAssembly module copies a value between
 * double quotes without changing it.
 */
function quoteAttributes(attributes: string): string {
  return attributes.replace(/"[^"]*"|'([^']*)'/g, (value, single?: string) =>
    single === undefined ? value : `"${single.replaceAll('"', '&quot;')}"`,
  );
}

function fail(what: string): PreparedMarkup {
  return { text: null, problem: `the markup is not well formed: ${what}` };
}

function resolveReferences(text: string): string {
  return text.replace(
    REFERENCE,
    (reference, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? reference;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return reference;
      const character = String.fromCodePoint(code);
      return ENCODED[character] ?? character;
    },
  );
}
