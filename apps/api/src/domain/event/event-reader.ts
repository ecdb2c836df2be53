import type { Principal } from '../principal.ts';
import type { WatchedProject } from './event.store.ts';

/** Somebody who reads the events of a project. */
export interface EventReader {
  readonly project: WatchedProject;
  readonly principal: Principal;
  /** Number of the last change that the reader knows. Null if it knows none. */
  readonly after: number | null;
  /** Takes bytes of the stream; never waits. */
  send(bytes: Buffer): void;
  end(): void;
}
