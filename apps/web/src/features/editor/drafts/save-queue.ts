/** Reason why a save has to wait: the browser is offline, the user must sign in again, or the service is busy. */
export type WaitReason = 'offline' | 'session' | 'service';

/** Result of one attempt to save. */
export type SaveAnswer<Saved> =
  | { readonly kind: 'saved'; readonly saved: Saved }
  /** A later attempt may succeed. `retryAfterMs` is the delay for which the service has asked. */
  | { readonly kind: 'unavailable'; readonly reason: WaitReason; readonly retryAfterMs?: number }
  /**
   * A later attempt would fail as well, for example because of a conflict or a missing permission. The user has to
   * decide.
   */
  | { readonly kind: 'refused'; readonly problem: unknown };

export type SaveStatus<Save, Saved> =
  | { readonly kind: 'saving' }
  | { readonly kind: 'waiting'; readonly reason: WaitReason }
  | { readonly kind: 'saved'; readonly save: Save; readonly saved: Saved }
  | { readonly kind: 'refused'; readonly save: Save; readonly problem: unknown };

export interface SaveQueueDeps<Save, Saved> {
  /** Sends a save to the service. A rejected promise counts as an error that the user has to resolve. */
  send(cell: string, save: Save): Promise<SaveAnswer<Saved>>;
  /** Returns a save that the user has made while `sent` was being sent. It is based on the result of `sent`. */
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
  /** The save that waits in the queue, is being sent or waits for another attempt. */
  current: Save;
  /** The newest save that the user has made while `current` was being sent. */
  next: Save | undefined;
  attempt: number;
}

export interface SaveQueue<Save> {
  /** Adds a save to the queue. If a save of the same cell is in the queue and was not sent yet, replaces it. */
  save(cell: string, save: Save): void;
  /** Sends all waiting saves at once, for example when the browser is online again. */
  retryNow(): void;
  /** Removes the saves of a cell that were not sent yet. */
  drop(cell: string): void;
  /** True until the service confirms or rejects the newest save of a cell. */
  has(cell: string): boolean;
  /** Resolves when no save is being sent. Some saves may still wait for another attempt. */
  answered(): Promise<void>;
}

/** State that the functions of the queue share. */
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
  // The save waits until the user has signed in. `retryNow` is called after that.
  if (reason === 'session') return;
  const backoffMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
  deps.schedule(retryAfterMs ?? backoffMs, () => {
    // `retryNow` may have sent the save in the meantime. Each attempt has its own timer.
    if (entries.get(entry.cell) !== entry) return;
    if (entry.phase !== 'waiting' || entry.attempt !== attempt) return;
    entry.phase = 'queued';
    pump(model);
  });
}

/**
 * Creates a queue of saves. It sends the saves of one cell one after the other, and those of up to four cells at the
 * same time. If the user saves a cell again before the service has responded, the second save is based on the result of
 * the first. A user therefore never has a conflict with their own edits.
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
