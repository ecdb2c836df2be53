import type { FileValue } from '../../format.ts';
import type { PlacedCode, UnitIds } from '../inline/codes.ts';
import type { Span, XmlElement } from '../xml-reader.ts';

export interface PlacedText {
  readonly tag: Span;
  readonly endTag: Span;
  readonly codes: readonly PlacedCode[];
  /** True if line breaks around inline elements are layout. */
  readonly hasLayout: boolean;
}

export interface FileOfUnit {
  readonly id: string;
  readonly languageTag: XmlElement;
  /** XLIFF 2.x: true if size restrictions in the file count code points. */
  readonly countsCodePoints?: boolean;
}

/** A `<data>` element, which contains the original code of inline elements in XLIFF 2.x. */
export interface DataElement {
  text: string;
  readonly tag: Span;
  endTag: Span;
}

export type UnitData = ReadonlyMap<string, DataElement>;

export interface UnitSpans {
  readonly version: '1.2' | '2.1';
  readonly unit: XmlElement;
  readonly end: number;
  readonly source: PlacedText;
  readonly target: PlacedText | undefined;
  /** Start tag of the element with the attribute `state`. Undefined if there is no such element. */
  readonly stateTag: Span | undefined;
  /** Offset at which the patch inserts a target if the unit has none. */
  readonly targetStart: number;
  /** Reason why the patch cannot replace the source text. Null if it can. */
  readonly fault: string | null;
  /** Ids to which inline elements can refer. Null in XLIFF 1.2. */
  readonly ids: (UnitIds & { readonly data: UnitData }) | null;
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

export type PlacedUnit = RowOfUnit & UnitSpans;
