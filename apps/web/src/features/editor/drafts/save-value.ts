import {
  type Client,
  type CurrentSource,
  isParlanceError,
  ParlanceConnectionError,
  type TranslationValue,
  type ValueState,
} from '@parlance/sdk';
import type { CellId } from '../cell/open-cell.ts';
import type { SaveAnswer } from './save-queue.ts';

/** A source string as the user has read it. */
export interface ReadSource {
  readonly version: number;
  readonly text: string;
}

/** The version of a value on which a text is based. */
export interface Base {
  /** Id of the value. Null if it was missing. */
  readonly id: string | null;
  readonly text: string;
  readonly state: ValueState | null;
  /** Number of the version. 0 if the value was missing. */
  readonly version: number;
  /** The source string that the text is a translation of. Absent if the key of the text does not exist yet. */
  readonly source?: ReadSource | undefined;
}

/** A text to save. If `state` is absent, the service determines the state. */
export interface Save {
  readonly cell: CellId & {
    readonly organizationId: string;
    /** Name of the key to create before the text is saved. Absent if the key exists. */
    readonly newKey?: string;
    /** True if the text is proposed, not saved. */
    readonly proposes?: true;
  };
  readonly text: string;
  readonly state?: ValueState;
  readonly base: Base;
}

export interface Saved {
  /** The written value. Null if the text was proposed. */
  readonly value: TranslationValue | null;
  /** The value before the save. Null if the service already had the text. */
  readonly replaced: Base | null;
}

/** Thrown if another person has changed the same words of a text, or its source string. */
export class TextConflict extends Error {
  override readonly name = 'TextConflict';
  /** The current value on the service. Null if it is missing. */
  readonly theirs: TranslationValue | null;
  /** The current source string, if it has changed. */
  readonly source: CurrentSource | undefined;

  constructor(theirs: TranslationValue | null, source?: CurrentSource) {
    super('The value or its source string has changed');
    this.theirs = theirs;
    this.source = source;
  }
}

export const MISSING: Base = { id: null, text: '', state: null, version: 0 };

export const baseOf = (
  value: Pick<TranslationValue, 'id' | 'text' | 'state' | 'version'> | null,
): Base =>
  value ? { id: value.id, text: value.text, state: value.state, version: value.version } : MISSING;

/** Returns the parameter that identifies the source string on which a decision about a value is based. */
export const sourceVersionOf = ({
  source,
}: {
  readonly source?: { readonly version?: number } | undefined;
}): { sourceVersion?: number } =>
  source?.version === undefined ? {} : { sourceVersion: source.version };

/** Maximum number of version conflicts in one save. After that, the user has to decide. */
const MAX_CONFLICTS = 5;

type Values = Pick<Client['i18n']['values'], 'update' | 'put'>;

async function write(values: Values, { cell, text, state, base }: Save): Promise<TranslationValue> {
  const { projectId, keyId, locale } = cell;
  const read = { version: base.version, ...sourceVersionOf(base) };
  const body = { text, ...read, ...(state && { state }) };
  const { data } =
    base.id === null
      ? await values.put({ projectId, keyId, localeCode: locale, ...body }, { maxRetries: 0 })
      : await values.update({ projectId, valueId: base.id, ...body });
  return data;
}

/**
 * Returns the save to try after another person has changed the value. If only the state has changed, it is the same
 * save. If the texts can be merged, it is a save of the merged text, which is not marked as reviewed, because nobody
 * has read it. Returns null if the user has to choose.
 */
async function afterConflict(save: Save, theirs: TranslationValue | null): Promise<Save | null> {
  const { base, text, state, cell } = save;
  const current = { ...baseOf(theirs), source: base.source };
  if ((current.id === null) === (base.id === null) && current.text === base.text) {
    return { ...save, base: current };
  }
  if (base.id === null || current.id === null) return null;
  // The module is loaded only when it is needed. Two people rarely change the same text.
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

/**
 * Saves a text. If the value has changed since the text was based on it, merges the texts.
 *
 * @throws {@link TextConflict} if the texts cannot be merged, or the source string has changed
 */
async function saveOver(values: Values, save: Save): Promise<Saved> {
  let attempt = save;
  for (let conflicts = 0; ; conflicts++) {
    try {
      return { value: await write(values, attempt), replaced: attempt.base };
    } catch (error) {
      if (!isParlanceError(error, 'version_conflict') || error.current === undefined) throw error;
      const theirs = error.current;
      if (error.currentSource) throw new TextConflict(theirs, error.currentSource);
      const hasText = theirs !== null && theirs.text === attempt.text;
      if (hasText && (attempt.state === undefined || theirs.state === attempt.state)) {
        return { value: theirs, replaced: null };
      }
      const again = hasText
        ? { ...attempt, base: { ...baseOf(theirs), source: attempt.base.source } }
        : await afterConflict(attempt, theirs);
      if (again === null || conflicts >= MAX_CONFLICTS) throw new TextConflict(theirs);
      attempt = again;
    }
  }
}

/** @throws {@link TextConflict} if the source string has changed */
const refusingOtherSource = (proposing: Promise<void>): Promise<void> =>
  proposing.catch((error: unknown) => {
    if (!isParlanceError(error, 'version_conflict') || !error.currentSource) throw error;
    throw new TextConflict(error.current ?? null, error.currentSource);
  });

/** Creates the key of a plural form if it is missing, and returns its id. */
export type AddKey = (projectId: string, name: string) => Promise<string>;

/** Returns the save with the id of its key. Creates the key if necessary. */
async function withKey(save: Save, addKey: AddKey): Promise<Save> {
  const { newKey, ...cell } = save.cell;
  if (newKey === undefined) return save;
  return { ...save, cell: { ...cell, keyId: await addKey(cell.projectId, newKey) } };
}

/** Saves or proposes a text. If the error may be temporary, returns `unavailable` and does not throw. */
export async function saveValue(
  values: Values,
  save: Save,
  { addKey, propose }: { addKey: AddKey; propose(save: Save): Promise<void> },
): Promise<SaveAnswer<Saved>> {
  try {
    if (save.cell.proposes) {
      await refusingOtherSource(propose(await withKey(save, addKey)));
      return { kind: 'saved', saved: { value: null, replaced: null } };
    }
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
