import type { Selector } from '../icu/icu-selector.ts';
import type { IcuNode } from '../syntax/icu.ts';

/** Text before or after a selector. `raw` is the text as written in the message. */
export interface Outside {
  readonly raw: string;
  readonly nodes: readonly IcuNode[];
}

/**
 * A part of a form. It is either the text of an option, or a selector with text before and after
 * it.
 */
export type FormPart = FormLeafPart | FormBranchPart;

export interface FormLeafPart {
  readonly type: 'leaf';
  readonly text: string;
}

export interface FormBranchPart {
  readonly type: 'branch';
  readonly before: Outside;
  readonly selector: Selector<FormPart>;
  readonly after: Outside;
}
