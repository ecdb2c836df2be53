import {
  type Client,
  isParlanceError,
  ParlanceConnectionError,
  type TranslationValue,
  type ValueState,
} from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { SaveAnswer } from './save-queue.ts';

/** The value from which a text was written. */
export interface Base {
  /** Null if the value was missing. */
  readonly id: string | null;
  readonly text: string;
  readonly state: ValueState | null;
  /** 0 if the value was missing. */
  readonly version: number;
}

/** A text to save with its state. Without a state, the service sets it. */
export interface Save {
  readonly cell: CellId & {
    readonly organizationId: string;
    /** Name for the key that is created first. Absent if the cell has a key. */
    readonly newKey?: string;
  };
  readonly text: string;
  readonly state?: ValueState;
  readonly base: Base;
}

export interface Saved {
  readonly value: TranslationValue;
  /** The value that the save replaced. Null if the service had the text already. */
  readonly replaced: Base | null;
}

/** Thrown if another person has changed the same words. */
export class TextConflict extends Error {
  override readonly name = 'TextConflict';
  /** The current value. Null if it does not exist. */
  readonly theirs: TranslationValue | null;

  constructor(theirs: TranslationValue | null) {
    super('The value has changed');
    this.theirs = theirs;
  }
}

export const MISSING: Base = { id: null, text: '', state: null, version: 0 };

export const baseOf = (
  value: Pick<TranslationValue, 'id' | 'text' | 'state' | 'version'> | null,
): Base =>
  value ? { id: value.id, text: value.text, state: value.state, version: value.version } : MISSING;

/** Maximum number of conflicts during one save, after which the user has to decide. */
const MAX_CONFLICTS = 5;

type Values = Pick<Client['i18n']['values'], 'update' | 'put'>;

async function write(values: Values, { cell, text, state, base }: Save): Promise<TranslationValue> {
  const { projectId, keyId, locale } = cell;
  const body = { text, version: base.version, ...(state && { state }) };
  const { data } =
    base.id === null
      ? await values.put({ projectId, keyId, localeCode: locale, ...body }, { maxRetries: 0 })
      : await values.update({ projectId, valueId: base.id, ...body });
  return data;
}

/**
 * Returns the save to try after somebody else has changed the value: the same edit if the text is unchanged, or a
 * merged text if other words were changed. Null if a person has to choose. Nobody has read a merged text, so it is not
 * marked as reviewed.
 */
async function afterConflict(save: Save, theirs: TranslationValue | null): Promise<Save | null> {
  const { base, text, state, cell } = save;
  const current = baseOf(theirs);
  if ((current.id === null) === (base.id === null) && current.text === base.text) {
    return { ...save, base: current };
  }
  if (base.id === null || current.id === null) return null;
  // Loaded on demand, because two people rarely change the same text.
  const { mergeTexts } = await import('./merge.ts');
  const merge = mergeTexts({
    baseText: base.text,
    mineText: text,
    theirsText: current.text,
    locale: cell.locale,
  });
  if (merge.kind === 'conflict') return null;
  const kept = state === 'reviewed' ? {} : { ...(state && { state }) };
  return { cell, text: merge.text, base: current, ...kept };
}

/** Saves a text over the version from which it was written. @throws {@link TextConflict} if it cannot be merged */
async function saveOver(values: Values, save: Save): Promise<Saved> {
  let attempt = save;
  for (let conflicts = 0; ; conflicts++) {
    try {
      return { value: await write(values, attempt), replaced: attempt.base };
    } catch (error) {
      if (!isParlanceError(error, 'version_conflict') || error.current === undefined) throw error;
      const theirs = error.current;
      const hasText = theirs !== null && theirs.text === attempt.text;
      if (hasText && (attempt.state === undefined || theirs.state === attempt.state)) {
        return { value: theirs, replaced: null };
      }
      const again = hasText
        ? { ...attempt, base: baseOf(theirs) }
        : await afterConflict(attempt, theirs);
      if (again === null || conflicts >= MAX_CONFLICTS) throw new TextConflict(theirs);
      attempt = again;
    }
  }
}

/** Creates a missing key of a plural form, and returns its id. */
export type AddKey = (projectId: string, name: string) => Promise<string>;

/** Returns the save with the key of its cell, which is created if necessary. */
async function withKey(save: Save, addKey: AddKey): Promise<Save> {
  const { newKey, ...cell } = save.cell;
  if (newKey === undefined) return save;
  return { ...save, cell: { ...cell, keyId: await addKey(cell.projectId, newKey) } };
}

/** Saves a text. A temporary error is an answer to wait for, and does not throw. */
export async function saveValue(
  values: Values,
  save: Save,
  addKey: AddKey,
): Promise<SaveAnswer<Saved>> {
  try {
    return { kind: 'saved', saved: await saveOver(values, await withKey(save, addKey)) };
  } catch (error) {
    if (error instanceof ParlanceConnectionError) return { kind: 'unavailable', reason: 'offline' };
    if (!isParlanceError(error)) throw error;
    if (error.status === 401) return { kind: 'unavailable', reason: 'session' };
    if (error.status !== 429 && error.status < 500) return { kind: 'refused', problem: error };
    const { retryAfterSeconds } = error;
    return {
      kind: 'unavailable',
      reason: 'service',
      ...(retryAfterSeconds !== null && { retryAfterMs: retryAfterSeconds * 1_000 }),
    };
  }
}
