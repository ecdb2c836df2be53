import type { NameIndex } from '../names/name-index.ts';
import { attributeOf, type Session, Structure } from './session.ts';
import { type InlineElement, isValueOf, type ValueKind } from './vocabulary.ts';
import type { XmlElement } from './xml-reader.ts';

/** The structural elements of XLIFF 2.1, in the order of section 4.2.2. */
const STRUCTURAL = [
  'xliff',
  'file',
  'skeleton',
  'group',
  'unit',
  'segment',
  'ignorable',
  'notes',
  'note',
  'originalData',
  'data',
  'source',
  'target',
];

const SECTIONS = new Map(STRUCTURAL.map((name, index) => [name, `XLIFF 2.1 4.2.2.${index + 1}`]));

const sectionOf = (name: string): string => SECTIONS.get(name) ?? 'XLIFF 2.1 4.2.2';

export type AttributeRules = ReadonlyMap<string, ValueKind>;

export const attributeRules = (kinds: Readonly<Record<string, ValueKind>>): AttributeRules =>
  new Map(Object.entries(kinds));

export const NO_ATTRIBUTES = attributeRules({});

/**
 * Rejects invalid attribute values, and attributes that the schema of XLIFF 2.x does not define for
 * the element.
 */
export function checkAttributes(
  session: Session,
  element: XmlElement,
  rules: AttributeRules,
  foreign: InlineElement['foreign'],
): void {
  for (const { name, prefix, value } of element.attributes) {
    if (prefix === 'xml' || (prefix !== '' && foreign === 'any')) continue;
    const kind = prefix === '' ? rules.get(name) : undefined;
    if (kind !== undefined && isValueOf(kind, value)) continue;
    let fault = `a <${element.name}> has no attribute ${name}`;
    if (prefix !== '') fault = `a <${element.name}> must not have the attribute ${name}`;
    else if (kind !== undefined) fault = `the ${name} of a <${element.name}> is not valid`;
    throw session.fault(`${fault} (${sectionOf(element.name)})`, element.place);
  }
}

/** An XLIFF 2.x element whose children must be in a fixed order. */
export abstract class Ordered extends Structure {
  readonly uri: string;
  #stage = 0;

  constructor(session: Session, element: XmlElement) {
    super(session, element.name);
    this.uri = element.uri;
  }

  protected get section(): string {
    return sectionOf(this.name);
  }

  /** Checks that a child element is allowed after the children before it. */
  protected reach(stage: number, child: XmlElement, isOnce = false): void {
    if (stage < this.#stage || (isOnce && stage === this.#stage)) throw this.unexpected(child);
    this.#stage = stage;
  }

  protected requiredId(element: XmlElement): string {
    const id = attributeOf(element, 'id');
    if (id !== undefined) return id;
    throw this.session.fault(`a <${element.name}> needs an id (XLIFF 2.1 4.3.1.21)`, element.place);
  }

  protected claimId(ids: NameIndex, id: string, element: XmlElement, scope: string): void {
    if (ids.add(id) !== -1) {
      const what = `duplicate id ${JSON.stringify(id)} of a <${element.name}> in its ${scope}`;
      throw this.session.fault(`${what} (XLIFF 2.1 4.3.1.21)`, element.place);
    }
  }
}
