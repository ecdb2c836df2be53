/** Why a save must wait: there is no connection or no session, or the service is busy, for example with an import. */
export type WaitReason = 'offline' | 'session' | 'service';

/** The answer to one attempt to save. */
export type SaveAnswer<Saved> =
  | { readonly kind: 'saved'; readonly saved: Saved }
  /** The save may succeed later. `retryAfterMs` is the delay that the service asked for. */
  | { readonly kind: 'unavailable'; readonly reason: WaitReason; readonly retryAfterMs?: number }
  /** Only a person can resolve the error, such as a conflict or a missing permission. */
  | { readonly kind: 'refused'; readonly problem: unknown };

export type SaveStatus<Save, Saved> =
  | { readonly kind: 'saving' }
  | { readonly kind: 'waiting'; readonly reason: WaitReason }
  | { readonly kind: 'saved'; readonly save: Save; readonly saved: Saved }
  | { readonly kind: 'refused'; readonly save: Save; readonly problem: unknown };

export interface SaveQueueDeps<Save, Saved> {
  /** Sends one save. A rejected promise counts as an error that a person must resolve. */
  send(cell: string, save: Save): Promise<SaveAnswer<Saved>>;
  /** Returns a save that was made during `sent` as an edit of the answer to `sent`. */
  rebase(save: Save, sent: Save, saved: Saved): Save;
  /** Calls `run` once after `delayMs`. */
  schedule(delayMs: number, run: () => void): void;
  onStatus(cell: string, status: SaveStatus<Save, Saved>): void;
}

const MAX_IN_FLIGHT = 4;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

interface Entry<Save> {
  readonly cell: string;
  phase: 'queued' | 'sending' | 'waiting';
  /** The save that is queued, being sent, or waiting for its retry. */
  current: Save;
  /** The newest save that was made while `current` was being sent. */
  next: Save | undefined;
  attempt: number;
}

export interface SaveQueue<Save> {
  /** Queues a save. A newer save of the same cell replaces one that was not sent yet. */
  save(cell: string, save: Save): void;
  /** Sends all waiting saves now, for example when the browser is online again. */
  retryNow(): void;
  /** Removes the saves of a cell that have not been sent. */
  drop(cell: string): void;
  /** True until the service confirms or rejects the newest save of a cell. */
  has(cell: string): boolean;
  /** Resolves when no save is being sent: all are answered or wait for a later attempt. */
  answered(): Promise<void>;
}

/** State that the functions of a queue share. */
interface Model<Save, Saved> {
  readonly deps: SaveQueueDeps<Save, Saved>;
  readonly entries: Map<string, Entry<Save>>;
  inFlight: number;
  whenAnswered: (() => void)[];
}

function pump<Save, Saved>(model: Model<Save, Saved>): void {
  for (const entry of model.entries.values()) {
    if (model.inFlight >= MAX_IN_FLIGHT) return;
    if (entry.phase === 'queued') void send(model, entry);
  }
  if (model.inFlight > 0) return;
  for (const resolve of model.whenAnswered) resolve();
  model.whenAnswered = [];
}

async function send<Save, Saved>(model: Model<Save, Saved>, entry: Entry<Save>): Promise<void> {
  const { deps } = model;
  entry.phase = 'sending';
  model.inFlight++;
  deps.onStatus(entry.cell, { kind: 'saving' });
  const answer = await deps
    .send(entry.cell, entry.current)
    .catch((problem: unknown): SaveAnswer<Saved> => ({ kind: 'refused', problem }));
  model.inFlight--;
  settle(model, entry, answer);
  pump(model);
}

function settle<Save, Saved>(
  model: Model<Save, Saved>,
  entry: Entry<Save>,
  answer: SaveAnswer<Saved>,
): void {
  const { deps, entries } = model;
  const { cell, current: sent, next } = entry;
  entry.current = next ?? sent;
  entry.next = undefined;
  if (answer.kind === 'unavailable') {
    wait(model, entry, answer.reason, answer.retryAfterMs);
  } else if (answer.kind === 'refused') {
    entries.delete(cell);
    deps.onStatus(cell, { kind: 'refused', save: entry.current, problem: answer.problem });
  } else {
    deps.onStatus(cell, { kind: 'saved', save: sent, saved: answer.saved });
    if (next === undefined) {
      entries.delete(cell);
    } else {
      entry.current = deps.rebase(next, sent, answer.saved);
      entry.attempt = 0;
      entry.phase = 'queued';
    }
  }
}

function wait<Save, Saved>(
  model: Model<Save, Saved>,
  entry: Entry<Save>,
  reason: WaitReason,
  retryAfterMs: number | undefined,
): void {
  const { deps, entries } = model;
  entry.phase = 'waiting';
  entry.attempt++;
  const { attempt } = entry;
  deps.onStatus(entry.cell, { kind: 'waiting', reason });
  // Only a sign-in helps, after which `retryNow` is called.
  if (reason === 'session') return;
  const backoffMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  deps.schedule(retryAfterMs ?? backoffMs, () => {
    // `retryNow` may have sent the save already, and a later attempt has its own timer.
    if (entries.get(entry.cell) !== entry) return;
    if (entry.phase !== 'waiting' || entry.attempt !== attempt) return;
    entry.phase = 'queued';
    pump(model);
  });
}

/**
 * Creates a queue that saves each cell in order, and at most four cells at once. A save that was made while an older
 * save of its cell was being sent is sent as an edit of that answer, so the edits of one person never conflict with
 * each other.
 */
export function createSaveQueue<Save, Saved>(deps: SaveQueueDeps<Save, Saved>): SaveQueue<Save> {
  const entries = new Map<string, Entry<Save>>();
  const model: Model<Save, Saved> = { deps, entries, inFlight: 0, whenAnswered: [] };
  return {
    save(cell, save) {
      const entry = entries.get(cell);
      if (entry === undefined) {
        entries.set(cell, { cell, phase: 'queued', current: save, next: undefined, attempt: 0 });
      } else if (entry.phase === 'sending') entry.next = save;
      else entry.current = save;
      pump(model);
    },
    retryNow() {
      for (const entry of entries.values()) if (entry.phase === 'waiting') entry.phase = 'queued';
      pump(model);
    },
    drop(cell) {
      const entry = entries.get(cell);
      if (entry?.phase === 'sending') entry.next = undefined;
      else entries.delete(cell);
    },
    has: (cell) => entries.has(cell),
    async answered() {
      if (model.inFlight > 0) {
        await new Promise<void>((resolve) => model.whenAnswered.push(resolve));
      }
    },
  };
}
