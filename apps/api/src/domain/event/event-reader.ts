import type { Principal } from '../principal.ts';
import type { WatchedProject } from './event.store.ts';

/** A reader of the events of a project. */
export interface EventReader {
  readonly project: WatchedProject;
  readonly principal: Principal;
  /** Number of the last change that the reader knows. Null if it knows none. */
  readonly after: number | null;
  /** Sends bytes of the stream without waiting. */
  send(bytes: Buffer): void;
  end(): void;
}
