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
 * Returns the reason why an XML declaration is invalid. Null if it is valid. With a byte order
 * mark, the encoding is not checked, because editors change the encoding of a file but not its
 * declaration.
 */
export function declarationFault(
  version: string,
  declared: string | undefined,
  encoding: Encoding,
): string | null {
  if (version !== '1.0') return 'the file is not XML 1.0';
  const known = encoding === 'utf-8' ? /^(?:utf-?8|us-ascii)$/i : /^(?:utf-?8|utf-?16(?:le|be)?)$/i;
  if (declared === undefined || known.test(declared)) return null;
  return `the encoding ${declared} is not supported; save the file as UTF-8`;
}
