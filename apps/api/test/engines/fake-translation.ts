import type { TextFault } from './faulty-server.ts';

/**
 * Returns a predictable stand-in for a translation that differs from the source: every word gets the target's code,
 * `Save the file` → `Save~de the~de file~de`. Glossary terms are replaced by their translations.
 */
export function fakeTranslate(
  text: string,
  code: string,
  glossary: ReadonlyMap<string, string> = new Map(),
): string {
  // A pattern of a whole large glossary takes seconds to compile.
  const terms = [...glossary.keys()]
    .filter((term) => text.includes(term))
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp);
  const pattern = new RegExp(
    [...terms.map((term) => `(?<![\\p{L}\\p{N}])${term}(?![\\p{L}\\p{N}])`), WORD].join('|'),
    'gu',
  );
  return text.replace(pattern, (match) => glossary.get(match) ?? `${match}~${code}`);
}

const WORD = "\\p{L}[\\p{L}\\p{M}’']*";

/** Applies `change` to the text of a marked-up string, without its tags and entities. */
export function changeText(markup: string, change: (text: string) => string): string {
  return markup.replace(
    /(<[^>]*>)|(&(?:#\d+|#x[\da-fA-F]+|\w+);)|([^<&]+|[<&])/g,
    (match, tag: string | undefined, entity: string | undefined) =>
      tag !== undefined || entity !== undefined ? match : change(match),
  );
}

/** Damages translations as real engines do. */
export function spoilTexts(texts: readonly string[], fault: TextFault): string[] {
  if (fault.kind === 'fewer') return texts.slice(0, -1);
  if (fault.kind === 'more') return [...texts, 'one~more'];
  return texts.map((text) => spoilText(text, fault));
}

function spoilText(text: string, fault: TextFault): string {
  switch (fault.kind) {
    case 'drop-tag':
      return text.replace(/<[^>]*>/, '');
    case 'double-tag':
      return text.replace(/<([\w-]+)[^>]*(?:\/>|>[^<]*<\/\1>)/, '$& $&');
    case 'space-tag':
      return text.replace(/<([\w-]+)([^>]*)>/g, '< $1$2 >');
    case 'raw-entities':
      return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    case 'empty':
      return '';
    case 'control-character':
      return `${text}\0`;
    default:
      return text;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
