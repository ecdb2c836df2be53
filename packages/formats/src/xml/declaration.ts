import { XmlFault } from './references.ts';

const DECLARATION =
  /^xml\s+version\s*=\s*(["'])(1\.[0-9]+)\1(?:\s+encoding\s*=\s*(["'])([A-Za-z][A-Za-z0-9._-]*)\3)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\5)?\s*$/;

/**
 * Reads the version and the encoding of an XML declaration, which stands between `<?` and `?>` at `start`.
 *
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
