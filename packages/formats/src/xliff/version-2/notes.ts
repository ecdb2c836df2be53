import { NameIndex } from '../../names/name-index.ts';
import { unescapeBackslash } from '../inline/characters.ts';
import { ESCAPED_NOTE, REFERENCED_NOTE } from '../names.ts';
import { attributeRules, checkAttributes, NO_ATTRIBUTES, Ordered } from '../ordered.ts';
import { attributeOf, NoteText, type Session, UnitBudget } from '../session.ts';
import type { Scope, Span, XmlElement } from '../xml-reader.ts';

const NOTE = attributeRules({
  id: 'nmtoken',
  appliesTo: 'appliesTo',
  category: 'text',
  priority: 'priority',
  ref: 'text',
});

interface Element {
  readonly tag: Span;
  readonly endTag: Span;
}

/** Notes of an element that refer to the target. */
export interface NotesOfTarget {
  readonly element: Element;
  readonly notes: readonly (Element & { readonly id: string | undefined })[];
  /** True if the element has no other notes. */
  readonly areAll: boolean;
}

interface NotesOptions {
  take?(note: string): void;
  readonly budget?: UnitBudget;
  readonly ids?: NameIndex;
  /** Called if there are notes on the target. By default, they are skipped. */
  onEnd?(notes: NotesOfTarget): void;
}

/** The `<notes>` element of a file, group or unit (XLIFF 2.1 section 4.2.2.8). */
export class Notes2 extends Ordered {
  readonly #element: XmlElement;
  readonly #options: NotesOptions;
  readonly #budget: UnitBudget;
  readonly #ids: NameIndex;
  readonly #ofTarget: NotesOfTarget['notes'][number][] = [];
  #count = 0;

  constructor(session: Session, element: XmlElement, options: NotesOptions = {}) {
    super(session, element);
    checkAttributes(session, element, NO_ATTRIBUTES, 'none');
    this.#element = element;
    this.#options = options;
    this.#budget = options.budget ?? new UnitBudget(session);
    this.#ids = options.ids ?? new NameIndex();
  }

  open(element: XmlElement): Scope | null {
    if (element.uri !== this.uri || element.name !== 'note') throw this.unexpected(element);
    checkAttributes(this.session, element, NOTE, 'any');
    const id = attributeOf(element, 'id');
    if (id !== undefined) this.claimId(this.#ids, id, element, 'notes');
    this.#count += 1;
    const category = attributeOf(element, 'category');
    const isOfTarget = attributeOf(element, 'appliesTo') === 'target';
    return new NoteText(this.session, this.#budget, (text, endTag) => {
      if (isOfTarget) this.#ofTarget.push({ tag: element, endTag, id });
      if (category === REFERENCED_NOTE && text === '') return;
      this.#options.take?.(category === ESCAPED_NOTE ? unescapeBackslash(text) : text);
    });
  }

  override close(endTag: Span): void {
    if (this.#count === 0) throw this.session.fault('<notes> needs a <note> (XLIFF 2.1 4.2.2.8)');
    if (this.#ofTarget.length === 0 || this.session.noteSkipped === undefined) return;
    const notes: NotesOfTarget = {
      element: { tag: this.#element, endTag },
      notes: this.#ofTarget,
      areAll: this.#ofTarget.length === this.#count,
    };
    if (this.#options.onEnd) this.#options.onEnd(notes);
    else skipNotes(this.session, notes, () => false);
  }
}

/** Skips notes on the target, and their element if no other note is left. */
export function skipNotes(
  session: Session,
  { element, notes, areAll }: NotesOfTarget,
  isKept: (id: string) => boolean,
): void {
  const skipped = notes.filter(({ id }) => id === undefined || !isKept(id));
  if (areAll && skipped.length === notes.length) session.noteSkipped?.(element);
  else for (const note of skipped) session.noteSkipped?.(note);
}
