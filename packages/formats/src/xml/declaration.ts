import type { Edits } from '../patch/edits.ts';
import type { WantedRows } from '../patch/wanted.ts';
import type { Encoding } from '../text/encoding.ts';
import { XmlFault } from './references.ts';

const DECLARATION =
  /^xml\s+version\s*=\s*(["'])(1\.[0-9]+)\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][A-Za-z0-9._-]*)\3)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\5)?\s*$/;

/**
 * Reads version and encoding from an XML declaration. `declaration` is the text between `<?` and
 * `?>`, and `start` is its offset.
 * @throws XmlFault
 */
export function readDeclaration(
  declaration: string,
  start: number,
): { version: string; encoding: string | undefined } {
  const [, , version, , encoding] = DECLARATION.exec(declaration) ?? [];
  if (version === undefined) throw new XmlFault('the XML declaration is malformed', start);
  return { version, encoding };
}

/**
 * Returns the reason why an XML declaration is invalid. Null if it is valid. A file in UTF-16 may declare UTF-8, or
 * UTF-16 in either byte order, because editors change the encoding of a file but not its declaration.
 */
export function declarationFault(
  version: string,
  declared: string | undefined,
  encoding: Encoding,
): string | null {
  if (version !== '1.0') return 'the file is not XML 1.0';
  const compatible =
    encoding === 'utf-8' ? /^(?:utf-?8|us-ascii)$/i : /^(?:utf-?8|utf-?16(?:le|be)?)$/i;
  if (declared === undefined || compatible.test(declared)) return null;
  return `the encoding ${declared} is not supported; save the file as UTF-8`;
}

/**
 * Changes the encoding in the XML declaration of a base file from US-ASCII to UTF-8 if an edit
 * writes other characters. Parsers reject such characters in a file that declares US-ASCII.
 */
export function declareUtf8(file: string, edits: Edits, { note }: Pick<WantedRows, 'note'>): void {
  const found = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["'](us-ascii)["']/i.exec(
    file.slice(0, HEAD_LENGTH),
  );
  if (found === null || !edits.hasNonAscii()) return;
  const end = found[0].length - 1;
  edits.replace(end - found[1]!.length, end, 'UTF-8');
  const message =
    'the XML declaration named US-ASCII; it names UTF-8 now, because a text has other characters';
  note({ path: '', code: 'charset_changed', message });
}

/** Maximum length of a file that is searched for the XML declaration, in code units. */
const HEAD_LENGTH = 1024;
