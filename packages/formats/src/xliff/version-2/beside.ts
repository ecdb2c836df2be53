import { TextContent } from '../content.ts';
import { attributeRules, checkAttributes, NO_ATTRIBUTES, Ordered } from '../ordered.ts';
import { attributeOf, type Session, type UnitBudget } from '../session.ts';
import type { DataElement } from '../unit/placed-unit.ts';
import type { Scope, Span, XmlElement } from '../xml-reader.ts';

const SKELETON = attributeRules({ href: 'text' });
const DATA = attributeRules({ id: 'nmtoken', dir: 'dir' });

interface DataOwner {
  readonly keyName: string;
  readonly uri: string;
  readonly budget: UnitBudget;
}

/** A `<skeleton>` element (XLIFF 2.1 section 4.2.2.3). Its content or reference is ignored. */
export class Skeleton2 implements Scope {
  readonly isLeftOut = true;
  readonly #session: Session;
  readonly #element: XmlElement;
  readonly #hasHref: boolean;
  #hasContent = false;

  constructor(session: Session, element: XmlElement) {
    this.#session = session;
    this.#element = element;
    checkAttributes(session, element, SKELETON, 'none');
    this.#hasHref = attributeOf(element, 'href') !== undefined;
  }

  open(element: XmlElement): Scope | null {
    if (element.uri === this.#element.uri) {
      throw this.#session.fault(`a <skeleton> must not contain a <${element.name}>`, element.place);
    }
    this.#hasContent = true;
    return null;
  }

  text(): void {
    this.#hasContent = true;
  }

  close(): void {
    if (this.#hasHref !== this.#hasContent) return;
    const message = 'a <skeleton> must have either content or an href (XLIFF 2.1 4.2.2.3)';
    throw this.#session.fault(message, this.#element.place);
  }
}

/** The `<originalData>` element of a unit (XLIFF 2.1 section 4.2.2.10). */
export class OriginalData2 extends Ordered {
  readonly #owner: DataOwner;
  readonly #data: Map<string, DataElement>;

  constructor(
    session: Session,
    element: XmlElement,
    owner: DataOwner,
    data: Map<string, DataElement>,
  ) {
    super(session, element);
    checkAttributes(session, element, NO_ATTRIBUTES, 'none');
    this.#owner = owner;
    this.#data = data;
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri || element.name !== 'data') throw this.unexpected(element);
    checkAttributes(this.session, element, DATA, 'none');
    const id = this.requiredId(element);
    if (this.#data.has(id)) {
      const message = `duplicate id ${JSON.stringify(id)} of a <data> in its unit`;
      throw this.session.fault(`${message} (XLIFF 2.1 4.3.1.21)`, element.place);
    }
    if (attributeOf(element, 'dir') !== undefined) {
      this.session.warnOnce('dir', {
        path: this.#owner.keyName,
        code: 'attribute_skipped',
        message: 'the attribute dir of <data> is not supported; every occurrence was dropped',
      });
    }
    const data: DataElement = { text: '', tag: element, endTag: element };
    this.#data.set(id, data);
    return new DataText(this.session, this.#owner, element, data);
  }

  override close(): void {
    if (this.#data.size > 0) return;
    throw this.session.fault('<originalData> needs a <data> (XLIFF 2.1 4.2.2.10)');
  }
}

/** A `<data>` element, which contains text and `<cp>` elements (XLIFF 2.1 section 4.2.2.11). */
class DataText implements Scope {
  readonly #text: TextContent;
  readonly #data: DataElement;

  constructor(session: Session, { keyName, uri, budget }: DataOwner, tag: Span, data: DataElement) {
    this.#text = new TextContent(session, { keyName, uri, budget, dataOf: () => '' }, tag);
    this.#data = data;
  }

  open(element: XmlElement): Scope | null {
    if (element.name !== 'cp') {
      throw this.#text.fault(`a <data> must not contain a <${element.name}>`, element.place);
    }
    return this.#text.open(element);
  }

  text(text: string): void {
    this.#text.text(text);
  }

  close(endTag: Span): void {
    this.#data.text = this.#text.content;
    this.#data.endTag = endTag;
  }
}
