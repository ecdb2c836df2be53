import { formatByPath } from './registry.ts';

/** Number of bytes at the start of a file from which its format is detected. */
export const HEAD_BYTES = 4096;

export interface DetectOptions {
  path?: string;
  /** The first {@link HEAD_BYTES} of the file, or the whole file if it is shorter. */
  head: Uint8Array;
}

/**
 * Returns the format of a file by its name, or else by its content. Null if neither shows the
 * format.
 */
export function detectFormat({ path = '', head }: DetectOptions): string | null {
  const name = path.replaceAll('\\', '/').toLowerCase();
  const text = textOf(head);
  const format = formatOfName(name) ?? formatOfContent(text);
  return format === 'json' ? (entriesOf(name, text) ?? 'json') : format;
}

/**
 * Returns the format of a file by its name. Null for the extension `.xml`, because many tools use it for different
 * formats.
 */
function formatOfName(name: string): string | null {
  return name.endsWith('.xml') ? null : (formatByPath(name)?.id ?? null);
}

/** Decodes the start of a file, which may end inside a character. */
function textOf(head: Uint8Array): string {
  const [first, second] = head;
  const isUtf16Le = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isUtf16Be = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const encoding = isUtf16Le ? 'utf-16le' : isUtf16Be ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(head.subarray(0, HEAD_BYTES)).trimStart();
  return LEADING_COMMENTS.test(text) ? text.replace(LEADING_COMMENTS, '$1') : text;
}

/** Matches the beginning of a JSON object up to its first member, with the comments that browsers accept there. */
const LEADING_COMMENTS =
  /^(?:(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*(\{\s*)(?:(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*(?=["}])/;

function formatOfContent(text: string): string | null {
  if (text.startsWith('<')) {
    if (/<resources[\s>/]/.test(text)) return 'android';
    if (/<plist[\s>]/.test(text)) return 'stringsdict';
    if (/<root[\s>]/.test(text) && /resmimetype|<data\s|microsoft-resx/.test(text)) return 'resx';
    return /<(?:\w+:)?xliff[\s>]/.test(text) ? 'xliff' : null;
  }
  if (/^(?:msgid|msgctxt)[ \t]+"/m.test(text)) return 'po';
  if (/^\{\s*"sourceLanguage"\s*:\s*"[^"]*"\s*,\s*"strings"\s*:\s*\{/.test(text))
    return 'xcstrings';
  if (/^\[+[A-Za-z_][\w. -]*\]+[ \t]*(?:[#;].*)?\r?$/.test(text.split('\n', 1)[0]!)) return null;
  if (/^\{\s*(?:"|\}|$)/.test(text) || text.startsWith('[')) return 'json';
  if (/^(?:"[^"\n]*"|[\w$./:-]+)[ \t]*(?:=[ \t]*"[^\n]*)?;[ \t]*(?:\/[/*].*)?$/m.test(text)) {
    return 'strings';
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (PROPERTIES.test(text)) return 'properties';
  if (/^"?key"?[,;\t]/i.test(line)) return 'csv';
  return /^(?:---|["']?[^\s"'#:,;{}][^"'#:,;{}\n]*["']?:(?:[ \t]|$))/m.test(text) ? 'yaml' : null;
}

/**
 * Matches the start of a `.properties` file: comments and an entry without quotes. An entry with
 * quotes could be TOML.
 */
const PROPERTIES = /^(?:[ \t]*(?:[#!].*)?\r?\n)*[ \t]*(?:[\w.-]|\\.)+[ \t]*=[ \t]*[^\s"'=;]/;

/**
 * Returns the format of a JSON file that has the structure of ARB, FormatJS or Chrome messages.
 * Returns null for other JSON files.
 */
function entriesOf(name: string, text: string): string | null {
  if (/"@@[\w-]+"\s*:/.test(text)) return 'arb';
  const members = membersOfFirstEntry(text);
  const first = FIRST_ENTRY.exec(text)?.[1] ?? '';
  if (members.includes('defaultMessage')) return 'formatjs';
  if (/(?:^|\/)_locales\/[^/]+\/messages\.json$/.test(name)) return 'chrome';
  // A name with other characters cannot be a message of an extension. Such a file is in FormatJS's format for Crowdin.
  const canBeName = /^[A-Za-z0-9_@]+$/.test(first);
  const isMessage = canBeName && members.includes('message') && members.length > 1;
  return isMessage &&
    members.every((member) => ['message', 'description', 'placeholders'].includes(member))
    ? 'chrome'
    : null;
}

const FIRST_ENTRY = /^\{\s*"((?:[^"\\]|\\.)+)"\s*:\s*\{/;
const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/g;

/**
 * Returns the member names of the first entry, as far as the given text contains it. Ignores braces
 * and colons in strings.
 */
function membersOfFirstEntry(text: string): string[] {
  const start = FIRST_ENTRY.exec(text)?.[0].length;
  const members: string[] = [];
  let depth = start === undefined ? 0 : 1;
  for (const [token, name, colon] of text.slice(start).matchAll(TOKEN)) {
    if (depth === 0) break;
    if (name !== undefined) {
      if (depth === 1 && colon !== undefined) members.push(name);
    } else depth += token === '{' || token === '[' ? 1 : -1;
  }
  return members;
}
