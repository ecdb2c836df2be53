import { spoilTexts } from '../fake-translation.ts';
import type { TextFault } from '../faulty-server.ts';

export type HtmlFault =
  | TextFault
  /** Moves the spaces around an element into it, as Azure does. */
  | { kind: 'inner-spaces' }
  /** Adds spaces around each element, as Google does. */
  | { kind: 'outer-spaces' }
  /** Changes the order of the first two elements that are not translated. */
  | { kind: 'reordered' }
  /** Removes the end tag of the last element. */
  | { kind: 'open-element' }
  /** Translates elements that the request marks as not translatable. */
  | { kind: 'translated-unit' };

export const HTML_FAULTS: readonly HtmlFault[] = [
  ...(['fewer', 'more', 'drop-tag', 'double-tag', 'space-tag', 'raw-entities', 'empty'] as const),
  ...(['control-character', 'inner-spaces', 'outer-spaces', 'open-element', 'reordered'] as const),
  'translated-unit' as const,
].map((kind) => ({ kind }));

/** A text with this word gets an empty translation, as with some texts of real services. */
export const LOST_WORD = 'Verschollen';

/** White space that HTML collapses (CSS Text Module Level 3, section 4.1.1). A no-break space stays. */
const COLLAPSED = /[ \t\n\f\r]+/g;
const NOT_TRANSLATED = /\btranslate="no"|\bclass="notranslate"/;

/**
 * Translates HTML like a real service: it parses the text, collapses white space, keeps marked elements and escapes
 * the text, including quotes.
 */
export function translateHtml(html: string, change: (text: string) => string): string {
  if (html.includes(LOST_WORD)) return '';
  let opaque = 0;
  let depth = 0;
  let out = '';
  for (const [token] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (token.startsWith('</')) {
      if (depth === opaque) opaque = 0;
      depth--;
      out += token;
    } else if (token.startsWith('<')) {
      if (!token.startsWith('<br')) depth++;
      if (opaque === 0 && NOT_TRANSLATED.test(token)) opaque = depth;
      out += token;
    } else {
      const text = unescapeHtml(token).replace(COLLAPSED, ' ');
      out += escapeHtml(opaque > 0 ? text : change(text));
    }
  }
  return out;
}

/** Damages translations in HTML. */
export function spoilHtml(texts: readonly string[], fault: HtmlFault): string[] {
  switch (fault.kind) {
    case 'inner-spaces':
      return texts.map((text) => text.replace(/ ?(<span[^>]*>)([^<]*)(<\/span>) ?/g, '$1 $2 $3'));
    case 'outer-spaces':
      return texts.map((text) => text.replace(/<[^>]*>/g, ' $& '));
    case 'reordered':
      return texts.map((text) =>
        text.replace(/(<span[^>]*>\d+<\/span>)([^<]*)(<span[^>]*>\d+<\/span>)/, '$3$2$1'),
      );
    case 'open-element':
      return texts.map((text) => text.replace(/<\/span>(?!.*<\/span>)/s, ''));
    case 'translated-unit':
      return texts.map((text) =>
        text.replace(/(\btranslate="no"|notranslate)([^>]*>)(\d+)/, '$1$2x'),
      );
    default:
      return spoilTexts(texts, fault);
  }
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
