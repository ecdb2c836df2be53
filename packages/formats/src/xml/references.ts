import { isName } from './names.ts';

/** An error in a document. If the offset is null, the whole current token is wrong. */
export class XmlFault extends Error {
  readonly offset: number | null;

  constructor(message: string, offset: number | null = null) {
    super(message);
    this.offset = offset;
  }
}

/** Texts of the entities that a document may use, by the name of the entity. */
export type Entities = Map<string, string>;

/** Returns the predefined entities (XML 1.0 section 4.6). */
export const predefinedEntities = (): Entities =>
  new Map([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
  ]);

/** Maximum length of a reference, in code units. */
export const MAX_REFERENCE_LENGTH = 256;

/**
 * Replaces the references in a text that begins at `offset`.
 * @throws XmlFault
 */
export function expandReferences(raw: string, entities: Entities, offset: number): string {
  let expanded = '';
  let done = 0;
  for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', done)) {
    const end = raw.indexOf(';', at);
    if (end === -1 || end - at > MAX_REFERENCE_LENGTH) {
      throw new XmlFault('a reference has no semicolon', offset + at);
    }
    const name = raw.slice(at + 1, end);
    const text = name.startsWith('#') ? characterOf(name) : entities.get(name);
    if (text === undefined) throw new XmlFault(referenceFault(name), offset + at);
    expanded += raw.slice(done, at) + text;
    done = end + 1;
  }
  return expanded + raw.slice(done);
}

/**
 * Returns the character of a reference such as `#38` or `#x26`. Undefined if XML 1.0 does not allow
 * the character (production 2).
 */
function characterOf(reference: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(reference) ?? [];
  if (reference.startsWith('#X')) return undefined;
  const code = hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16);
  const isCharacter =
    code === 0x09 ||
    code === 0x0a ||
    code === 0x0d ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function referenceFault(name: string): string {
  if (name === '') return 'a reference has no name';
  if (name.startsWith('#')) return `the character reference &${name}; is malformed`;
  return isName(name) ? `the entity ${name} is not defined` : 'the name of an entity is malformed';
}
