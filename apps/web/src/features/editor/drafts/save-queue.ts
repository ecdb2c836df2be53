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

/**
 * A queue of saves. It sends the saves of one cell one after the other, and the saves of up to four cells in parallel.
 * If the user saves a cell again before the service has responded, the second save is based on the result of the first.
 * A user therefore never has a conflict with their own edits.
 */
export class SaveQueue<Save, Saved> {
  readonly #deps: SaveQueueDeps<Save, Saved>;
  readonly #entries = new Map<string, Entry<Save>>();
  #inFlight = 0;
  #whenAnswered: (() => void)[] = [];

  constructor(deps: SaveQueueDeps<Save, Saved>) {
    this.#deps = deps;
  }

  /** Adds a save to the queue. If a save of the same cell is in the queue and was not sent yet, replaces it. */
  save(cell: string, save: Save): void {
    const entry = this.#entries.get(cell);
    if (entry === undefined) {
      this.#entries.set(cell, {
        cell,
        phase: 'queued',
        current: save,
        next: undefined,
        attempt: 0,
      });
    } else if (entry.phase === 'sending') entry.next = save;
    else entry.current = save;
    this.#pump();
  }

  /** Sends all waiting saves at once, for example when the browser is online again. */
  retryNow(): void {
    for (const entry of this.#entries.values()) {
      if (entry.phase === 'waiting') entry.phase = 'queued';
    }
    this.#pump();
  }

  /** Removes the saves of a cell that were not sent yet. */
  drop(cell: string): void {
    const entry = this.#entries.get(cell);
    if (entry?.phase === 'sending') entry.next = undefined;
    else this.#entries.delete(cell);
  }

  /** True until the service confirms or rejects the newest save of a cell. */
  has(cell: string): boolean {
    return this.#entries.has(cell);
  }

  /** Resolves when no save is being sent. Some saves may still wait for another attempt. */
  async answered(): Promise<void> {
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => this.#whenAnswered.push(resolve));
    }
  }

  /** Sends queued saves, as many as may be in flight. */
  #pump(): void {
    for (const entry of this.#entries.values()) {
      if (this.#inFlight >= MAX_IN_FLIGHT) return;
      if (entry.phase === 'queued') void this.#send(entry);
    }
    if (this.#inFlight > 0) return;
    for (const resolve of this.#whenAnswered) resolve();
    this.#whenAnswered = [];
  }

  async #send(entry: Entry<Save>): Promise<void> {
    entry.phase = 'sending';
    this.#inFlight++;
    this.#deps.onStatus(entry.cell, { kind: 'saving' });
    const answer = await this.#deps
      .send(entry.cell, entry.current)
      .catch((problem: unknown): SaveAnswer<Saved> => ({ kind: 'refused', problem }));
    this.#inFlight--;
    this.#settle(entry, answer);
    this.#pump();
  }

  #settle(entry: Entry<Save>, answer: SaveAnswer<Saved>): void {
    const deps = this.#deps;
    const { cell, current: sent, next } = entry;
    entry.current = next ?? sent;
    entry.next = undefined;
    if (answer.kind === 'unavailable') {
      this.#wait(entry, answer.reason, answer.retryAfterMs);
    } else if (answer.kind === 'refused') {
      this.#entries.delete(cell);
      deps.onStatus(cell, { kind: 'refused', save: entry.current, problem: answer.problem });
    } else {
      deps.onStatus(cell, { kind: 'saved', save: sent, saved: answer.saved });
      if (next === undefined) {
        this.#entries.delete(cell);
      } else {
        entry.current = deps.rebase(next, sent, answer.saved);
        entry.attempt = 0;
        entry.phase = 'queued';
      }
    }
  }

  #wait(entry: Entry<Save>, reason: WaitReason, retryAfterMs: number | undefined): void {
    entry.phase = 'waiting';
    entry.attempt++;
    const { attempt } = entry;
    this.#deps.onStatus(entry.cell, { kind: 'waiting', reason });
    // The save waits until the user has signed in. `retryNow` is called after that.
    if (reason === 'session') return;
    const backoffMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempt - 1));
    this.#deps.schedule(retryAfterMs ?? backoffMs, () => {
      // `retryNow` may have sent the save in the meantime. Each attempt has its own timer.
      if (this.#entries.get(entry.cell) !== entry) return;
      if (entry.phase !== 'waiting' || entry.attempt !== attempt) return;
      entry.phase = 'queued';
      this.#pump();
    });
  }
}
