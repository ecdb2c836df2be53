import {
  type CurrentSource,
  ParlanceConnectionError,
  ParlanceError,
  type TranslationValue,
} from '@parlance/sdk';
import { cellKey } from '../cell/open-cell.ts';
import type { Draft, DraftStore } from './draft.ts';
import type { DraftsDeps } from './draft-saving.ts';
import type { Save } from './save-value.ts';
import type { UndoableChange } from './undo.ts';

const PROBLEM = { title: '', detail: '', requestId: '', errors: [] };
const conflict = (current: TranslationValue | null, currentSource?: CurrentSource) =>
  new ParlanceError(
    {
      ...PROBLEM,
      code: 'version_conflict',
      status: 409,
      current,
      ...(currentSource && { currentSource }),
    },
    null,
  );
export const refusals = {
  network: () => new ParlanceConnectionError('network', ''),
  session: () => new ParlanceError({ ...PROBLEM, code: 'unauthenticated', status: 401 }, null),
  import: () => new ParlanceError({ ...PROBLEM, code: 'service_unavailable', status: 503 }, 1),
  review: () => new ParlanceError({ ...PROBLEM, code: 'role_forbidden', status: 403 }, null),
  forbidden: () => new ParlanceError({ ...PROBLEM, code: 'insufficient_scope', status: 403 }, null),
};
export type Refusal = keyof typeof refusals;

interface Change {
  text?: string;
  state?: TranslationValue['state'];
  version?: number;
  sourceVersion?: number;
}

/** An in-memory service that detects conflicts by versions, as the real service does. */
export class FakeService {
  readonly values = new Map<string, TranslationValue>();
  readonly written = new Map<string, Set<string>>();
  /** Current source strings by key. */
  readonly #sources = new Map<string, CurrentSource>();
  readonly refuse: (Refusal | 'lost')[] = [];
  readonly reverted: UndoableChange[] = [];
  calls = 0;

  write(
    keyId: string,
    text: string,
    state: TranslationValue['state'] = 'translated',
  ): TranslationValue {
    const version = (this.values.get(keyId)?.version ?? 0) + 1;
    const value = { id: `v-${keyId}`, keyId, text, state, version } as TranslationValue;
    this.values.set(keyId, value);
    this.written.set(keyId, (this.written.get(keyId) ?? new Set()).add(text));
    return value;
  }

  sourceOf = (keyId: string): CurrentSource =>
    this.#sources.get(keyId) ?? { text: 'Source', sourceVersion: 0 };

  /** Changes a source string. */
  reword(keyId: string, text: string): void {
    const { sourceVersion } = this.sourceOf(keyId);
    this.#sources.set(keyId, { text, sourceVersion: sourceVersion + 1 });
  }

  #requireSource(keyId: string, read: number | undefined): void {
    const source = this.sourceOf(keyId);
    if (read === undefined || read === source.sourceVersion) return;
    throw conflict(this.values.get(keyId) ?? null, source);
  }

  async #save(keyId: string, { text, state, version, sourceVersion }: Change) {
    this.calls++;
    await Promise.resolve();
    const refusal = this.refuse.shift();
    if (refusal !== undefined && refusal !== 'lost') throw refusals[refusal]();
    const current = this.values.get(keyId) ?? null;
    if ((current?.version ?? 0) !== version) throw conflict(current);
    this.#requireSource(keyId, sourceVersion);
    const isSame = text === current?.text && (state === undefined || state === current?.state);
    const data = isSame ? current! : this.write(keyId, text ?? current?.text ?? '', state);
    // The service saves the text, but its response is lost.
    if (refusal === 'lost') throw refusals.network();
    return { data, meta: {} };
  }

  /** Names of the keys that the page asked to create, in order. */
  readonly added: string[] = [];

  async addKey(name: string): Promise<string> {
    await Promise.resolve();
    const refusal = this.refuse.shift();
    if (refusal !== undefined) throw refusals[refusal as Refusal]();
    this.added.push(name);
    return `key of ${name}`;
  }

  /** Texts that were proposed, in order. */
  readonly proposed: string[] = [];

  async propose({ cell, text, base }: Save): Promise<void> {
    await Promise.resolve();
    const refusal = this.refuse.shift();
    if (refusal !== undefined) throw refusals[refusal as Refusal]();
    this.#requireSource(cell.keyId, base.source?.version);
    this.proposed.push(text);
  }

  readonly api = {
    update: (input: { valueId: string } & Change) => this.#save(input.valueId.slice(2), input),
    put: (input: { keyId: string } & Change) => this.#save(input.keyId, input),
    delete: async (input: { valueId: string }) => {
      this.values.delete(input.valueId.slice(2));
    },
  } as unknown as ReturnType<DraftsDeps['valuesOf']>;
}

export function memoryStore(): DraftStore {
  const drafts = new Map<string, Draft>();
  return {
    list: async () => [...drafts.values()],
    put: async (draft) => void drafts.set(cellKey(draft), structuredClone(draft)),
    delete: async (draft) => void drafts.delete(cellKey(draft)),
    deleteAll: async () => drafts.clear(),
  };
}
