/** The text and state to save in one cell, with the version that the person started from. */
export interface CellSave {
  text: string;
  state?: string;
  /** Version that the text was written from; 0 if the value was missing. */
  version: number;
}

/** The answer to one attempt to save. */
export type SaveAnswer =
  | { kind: 'saved'; version: number }
  /** The service cannot save now. `retryAfterMs` is the delay that it asked for. */
  | { kind: 'unavailable'; retryAfterMs?: number }
  /** Only a person can resolve the refusal: a conflict, a failed check, a missing permission. */
  | { kind: 'refused'; reason: unknown };

export type CellStatus =
  | { kind: 'saving' }
  | { kind: 'waiting'; attempt: number }
  | { kind: 'saved'; version: number }
  | { kind: 'failed'; reason: unknown; save: CellSave };

export interface SaveQueueDeps {
  /** Sends one save. A rejection is treated as a refusal whose reason is the error. */
  send(cellId: string, save: CellSave): Promise<SaveAnswer>;
  /** Calls `run` once after `delayMs`. */
  schedule(delayMs: number, run: () => void): void;
  onStatus(cellId: string, status: CellStatus): void;
}

const maxInFlight = 4;
const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

interface Cell {
  id: string;
  phase: 'queued' | 'sending' | 'waiting';
  /** The save that is queued, sent or waiting for its retry. */
  current: CellSave;
  /** The newest save that arrived while `current` was sent. */
  next: CellSave | undefined;
  attempt: number;
}

export interface SaveQueue {
  /** Queues a save. A newer save of the same cell replaces one that was not sent yet. */
  save(cellId: string, save: CellSave): void;
  /** Sends all waiting saves now, for example when the browser is online again. */
  retryNow(): void;
  /** Number of cells whose text the service has not confirmed or refused yet. */
  pendingCount(): number;
}

/**
 * Creates a queue that saves each cell in order and at most four cells at once. After a save
 * succeeds, a newer save of the same cell is sent on the version of the answer, so the edits of
 * one person never conflict with each other.
 */
export function createSaveQueue(deps: SaveQueueDeps): SaveQueue {
  const cells = new Map<string, Cell>();
  let inFlight = 0;

  function pump(): void {
    for (const cell of cells.values()) {
      if (inFlight >= maxInFlight) return;
      if (cell.phase === 'queued') void sendCell(cell);
    }
  }

  async function sendCell(cell: Cell): Promise<void> {
    cell.phase = 'sending';
    inFlight++;
    deps.onStatus(cell.id, { kind: 'saving' });
    let answer: SaveAnswer;
    try {
      answer = await deps.send(cell.id, cell.current);
    } catch (error) {
      answer = { kind: 'refused', reason: error };
    }
    inFlight--;
    settle(cell, answer);
    pump();
  }

  function settle(cell: Cell, answer: SaveAnswer): void {
    const { next } = cell;
    if (answer.kind === 'saved' && next !== undefined) {
      cell.current = { ...next, version: answer.version };
      cell.next = undefined;
      cell.attempt = 0;
      cell.phase = 'queued';
    } else if (answer.kind === 'saved') {
      cells.delete(cell.id);
      deps.onStatus(cell.id, { kind: 'saved', version: answer.version });
    } else if (answer.kind === 'refused') {
      cells.delete(cell.id);
      deps.onStatus(cell.id, {
        kind: 'failed',
        reason: answer.reason,
        save: next === undefined ? cell.current : { ...next, version: cell.current.version },
      });
    } else {
      waitForRetry(cell, answer.retryAfterMs);
    }
  }

  function waitForRetry(cell: Cell, retryAfterMs: number | undefined): void {
    if (cell.next !== undefined) {
      cell.current = { ...cell.next, version: cell.current.version };
      cell.next = undefined;
    }
    cell.phase = 'waiting';
    cell.attempt++;
    const { attempt } = cell;
    const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempt - 1));
    deps.onStatus(cell.id, { kind: 'waiting', attempt });
    deps.schedule(retryAfterMs ?? backoffMs, () => {
      // `retryNow` may have sent the save already, and a later attempt has its own timer.
      if (cells.get(cell.id) !== cell || cell.phase !== 'waiting' || cell.attempt !== attempt)
        return;
      cell.phase = 'queued';
      pump();
    });
  }

  return {
    save(cellId, save) {
      const cell = cells.get(cellId);
      if (cell === undefined)
        cells.set(cellId, {
          id: cellId,
          phase: 'queued',
          current: save,
          next: undefined,
          attempt: 0,
        });
      else if (cell.phase === 'sending') cell.next = save;
      else cell.current = { ...save, version: cell.current.version };
      pump();
    },
    retryNow() {
      for (const cell of cells.values()) if (cell.phase === 'waiting') cell.phase = 'queued';
      pump();
    },
    pendingCount: () => cells.size,
  };
}
