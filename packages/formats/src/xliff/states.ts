import type { ValueState } from '../format.ts';
import { NEEDS_REVIEW_SUBSTATE } from './names.ts';
import type { TagEdits } from './tag-edits.ts';
import type { PlacedUnit } from './unit/placed-unit.ts';

/**
 * Review states by the attribute `state` of a `<target>` in XLIFF 1.2 (section "state" of the
 * attribute list). `new` and `needs-translation` mean that the content is not a translation yet.
 */
const STATES_12: ReadonlyMap<string, ValueState> = new Map(
  Object.entries({
    new: 'needs_review',
    'needs-translation': 'needs_review',
    'needs-adaptation': 'needs_review',
    'needs-l10n': 'needs_review',
    'needs-review-adaptation': 'needs_review',
    'needs-review-l10n': 'needs_review',
    'needs-review-translation': 'needs_review',
    translated: 'translated',
    'signed-off': 'reviewed',
    final: 'reviewed',
  }),
);

/**
 * Returns the review state of an XLIFF 1.2 target. `approved` is an attribute of the unit. States
 * defined by tools (`x-…`) are ignored.
 */
export function fromXliff12State(
  state: string | undefined,
  approved: string | undefined,
): ValueState | undefined {
  const valueState = state === undefined ? undefined : STATES_12.get(state);
  return valueState === undefined && approved === 'yes' ? 'reviewed' : valueState;
}

/**
 * True if an XLIFF 1.2 state means that the unit is not translated yet. With such a state, a target
 * that is empty or a copy of the source counts as a missing translation.
 */
export function isUntranslated12(state: string | undefined): boolean {
  return state === 'new' || state === UNTRANSLATED_12;
}

/** State of a target that only repeats the source. */
export const UNTRANSLATED_12 = 'needs-translation';

export function isState12(state: string): boolean {
  return STATES_12.has(state) || state.startsWith('x-');
}

export function toXliff12State(state: ValueState | undefined): {
  state?: string;
  approved?: 'yes';
} {
  if (state === undefined) return {};
  if (state === 'translated') return { state: 'translated' };
  if (state === 'needs_review') return { state: 'needs-review-translation' };
  return { state: 'signed-off', approved: 'yes' };
}

/**
 * Review states by the attribute `state` of XLIFF 2.1 (section 4.3.1.31). A missing attribute means
 * `initial`, the default value, which does not describe the text.
 */
const STATES_2: ReadonlyMap<string, ValueState> = new Map(
  Object.entries({
    initial: 'needs_review',
    translated: 'translated',
    reviewed: 'reviewed',
    final: 'reviewed',
  }),
);

export function isXliff2State(state: string): boolean {
  return STATES_2.has(state);
}

export function stateFrom2(
  state: string | undefined,
  subState: string | undefined,
): ValueState | undefined {
  if (subState === NEEDS_REVIEW_SUBSTATE) return 'needs_review';
  return state === undefined ? undefined : STATES_2.get(state);
}

export function stateTo2(state: ValueState | undefined): { state?: string; subState?: string } {
  if (state === undefined) return {};
  if (state !== 'needs_review') return { state };
  return { state: 'translated', subState: NEEDS_REVIEW_SUBSTATE };
}

/**
 * Returns the lowest review state of several segments. `needs_review` is the lowest state, followed
 * by undefined.
 */
export function weakestState(states: readonly (ValueState | undefined)[]): ValueState | undefined {
  if (states.includes('needs_review')) return 'needs_review';
  if (states.includes(undefined)) return undefined;
  return states.includes('translated') ? 'translated' : 'reviewed';
}

/**
 * Returns the review state of a source text from Parlance's attribute. Returns undefined for
 * `translated`, which is the default and is not written.
 */
export function stateFromMark(mark: string | undefined): ValueState | undefined {
  return mark === 'needs_review' || mark === 'reviewed' ? mark : undefined;
}

export function markOfState(state: ValueState | undefined): string | undefined {
  return state === 'translated' ? undefined : state;
}

/**
 * True if the file has review states. An XLIFF 2 file without translations also counts, because its
 * texts without a state are not translated.
 */
export const hasStates = (file: string): boolean =>
  /<(?:[\w.-]+:)?(?:target|segment)\s[^<>]*?\bstate\s*=|\sapproved\s*=/.test(file) ||
  (/\btrgLang\s*=|\bsrcLang\s*=/.test(file) && !/<(?:[\w.-]+:)?target\b/.test(file));

/** Writes the state of a target. `change` is null if the patch removes the target. */
export function changeState(
  unit: PlacedUnit,
  change: { state: ValueState | undefined } | null,
  tags: TagEdits,
): void {
  const { stateTag, version } = unit;
  if (version === '1.2') {
    if (change && stateTag) tags.change(stateTag, 'state', toXliff12State(change.state).state);
    changeApproval(unit, change?.state, tags);
    return;
  }
  const { state, subState } = change ? stateTo2(change.state) : { state: 'initial' };
  tags.change(stateTag!, 'state', state);
  tags.change(stateTag!, 'subState', subState);
}

/** Writes whether a unit of XLIFF 1.2 is approved. */
export function changeApproval(
  { unit }: PlacedUnit,
  state: ValueState | undefined,
  tags: TagEdits,
): void {
  const hasApproval = unit.attributes.some(({ name }) => name === 'approved');
  if (state === 'reviewed') tags.change(unit, 'approved', 'yes');
  else if (hasApproval) tags.change(unit, 'approved', 'no');
}
