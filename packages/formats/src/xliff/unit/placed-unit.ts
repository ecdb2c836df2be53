import type { FileValue } from '../../format.ts';
import type { PlacedCode, UnitIds } from '../inline/codes.ts';
import type { Span, XmlElement } from '../xml-reader.ts';

/** The content of a `<source>` or `<target>`, with the offsets of its tags and inline elements. */
export interface PlacedText {
  readonly tag: Span;
  readonly endTag: Span;
  readonly codes: readonly PlacedCode[];
}

/** The `<file>` element that contains a unit. */
export interface FileOfUnit {
  readonly id: string;
  /** The element with the target language attribute. */
  readonly languageTag: XmlElement;
}

/** Offsets of the parts of a unit in the file. */
export interface UnitSpans {
  readonly version: '1.2' | '2.1';
  readonly unit: XmlElement;
  readonly end: number;
  readonly source: PlacedText;
  readonly target: PlacedText | undefined;
  /** Start tag of the element with the attribute `state`. Undefined if there is no such element. */
  readonly stateTag: Span | undefined;
  /** Offset at which a target is inserted if the unit has none. */
  readonly targetStart: number;
  /**
   * Reason why the patch cannot replace the source text. In XLIFF 2.x, it cannot replace the target
   * either. Null if the patch can replace texts.
   */
  readonly fault: string | null;
  /** Ids to which inline elements can refer. Null in XLIFF 1.2. */
  readonly ids: (UnitIds & { readonly data: ReadonlyMap<string, string> }) | null;
  readonly file: FileOfUnit;
}

/** An element that contains units or groups of units. */
export interface Container {
  readonly file: FileOfUnit;
  readonly tag: XmlElement;
  readonly endTag: Span;
}

export interface RowOfUnit {
  readonly name: string;
  readonly sourceLocaleTag: string;
  readonly targetLocaleTag: string | undefined;
  readonly values: readonly FileValue[];
}

/** A unit and the offsets of its parts. */
export type PlacedUnit = RowOfUnit & UnitSpans;
