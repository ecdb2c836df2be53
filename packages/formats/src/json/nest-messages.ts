import { FormatError } from '../format.ts';
import { NameTree } from '../names/names.ts';
import { oneChunk } from '../text/one-chunk.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { Yielder } from '../text/yielder.ts';
import { writeTree } from './write-tree.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const BRACE = 0x7b;
const COMPACT = { newline: '', indent: '', colon: ':' };

export interface NestOptions {
  /** Separator at which names are split. Null writes a flat object. */
  keySeparator: string | null;
  /** Prefix of the names to keep. The prefix is removed from these names. Null to keep all names. */
  prefix: string | null;
  /** Returns what is written instead of a text. Defaults to the text. */
  convert?: (text: string) => unknown;
}

/**
 * Converts a flat JSON object of texts, as `JSON.stringify` writes it, to nested JSON without white space. Copies each
 * text as it is written, which is much faster than parsing. Yields pieces, and yields to the event loop between them.
 * @throws FormatError for a duplicate name, and for JSON in another form
 */
export async function* nestMessages(
  flat: Uint8Array,
  { keySeparator, prefix, convert }: NestOptions,
): AsyncGenerator<string, void> {
  const tree = new NameTree(keySeparator);
  const tokens: string[] = [];
  const start = prefix ?? '';
  const take = (nameToken: string, textToken: string): void => {
    const name: string = nameToken.includes('\\') ? JSON.parse(nameToken) : nameToken.slice(1, -1);
    if (prefix !== null && (name.length <= start.length || !name.startsWith(start))) return;
    tree.add(prefix === null ? name : name.slice(start.length));
    tokens.push(convert ? JSON.stringify(convert(JSON.parse(textToken))) : textToken);
  };
  await readMessages(flat, take);
  yield* writeTree(tree, (index) => tokens[index]!, COMPACT);
}

/** Calls `take` with each name and text of a flat object, as JSON strings. */
async function readMessages(
  flat: Uint8Array,
  take: (nameToken: string, textToken: string) => void,
): Promise<void> {
  const yielder = new Yielder();
  let rest = '';
  let before = BRACE;
  for await (const piece of decodeUtf8(oneChunk(flat))) {
    const source = rest + piece;
    let at = 0;
    while (source.charCodeAt(at) === before) {
      const nameEnd = endOfString(source, at + 1);
      if (nameEnd === -1 || source.charCodeAt(nameEnd) !== COLON) break;
      const textEnd = endOfString(source, nameEnd + 1);
      if (textEnd === -1) break;
      take(source.slice(at + 1, nameEnd), source.slice(nameEnd + 1, textEnd));
      at = textEnd;
      before = COMMA;
    }
    // Keeps an incomplete entry for the next piece. At the end of the object, only its brace is left.
    rest = source.slice(at);
    if (yielder.isDue()) await yielder.pause();
  }
  if (rest !== (before === BRACE ? '{}' : '}')) {
    throw new FormatError('the messages are not a flat object without white space');
  }
}

/** Returns the index after the JSON string that begins at `start`. -1 if no complete string begins there. */
function endOfString(source: string, start: number): number {
  if (source.charCodeAt(start) !== QUOTE) return -1;
  let end = source.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(source, end)) end = source.indexOf('"', end + 1);
  return end === -1 ? -1 : end + 1;
}

function isEscaped(source: string, quoteAt: number): boolean {
  let at = quoteAt;
  while (source.charCodeAt(at - 1) === BACKSLASH) at -= 1;
  return (quoteAt - at) % 2 === 1;
}
