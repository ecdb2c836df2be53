import type { FileValue } from '../../format.ts';
import type { PlacedCode, UnitIds } from '../inline/codes.ts';
import type { Span, XmlElement } from '../xml-reader.ts';

/** The content of a `<source>` or `<target>`, with its tags and the places of its codes. */
export interface PlacedText {
  readonly tag: Span;
  readonly endTag: Span;
  readonly codes: readonly PlacedCode[];
}

/** A `<file>`, as its units refer to it. */
export interface FileOfUnit {
  readonly id: string;
  /** The element that names the target language. */
  readonly languageTag: XmlElement;
}

/** Places of the parts of a unit in the file. */
export interface UnitSpans {
  readonly version: '1.2' | '2.1';
  readonly unit: XmlElement;
  readonly end: number;
  readonly source: PlacedText;
  readonly target: PlacedText | undefined;
  /** Start tag of the element that has the state. Undefined if there is no such element. */
  readonly stateTag: Span | undefined;
  /** Place for a target if there is none. */
  readonly targetStart: number;
  /** The reason why the source, or in 2.x any text, cannot be replaced. Null if it can. */
  readonly fault: string | null;
  /** Targets of references in codes. Null in 1.2. */
  readonly ids: (UnitIds & { readonly data: ReadonlyMap<string, string> }) | null;
  readonly file: FileOfUnit;
}

/** The element that contains units, or groups of them. */
export interface Container {
  readonly file: FileOfUnit;
  readonly tag: XmlElement;
  readonly endTag: Span;
}

/** The key of a unit and its values. */
export interface RowOfUnit {
  readonly name: string;
  readonly sourceLocaleTag: string;
  readonly targetLocaleTag: string | undefined;
  readonly values: readonly FileValue[];
}

/** A unit with the places of its parts. */
export type PlacedUnit = RowOfUnit & UnitSpans;
