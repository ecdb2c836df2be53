import type { Principal } from '../../kernel/index.ts';
import type { WatchedProject } from './event.store.ts';

export interface EventReader {
  /** The watched project. Null for a stream of only the user's inbox. */
  readonly project: WatchedProject | null;
  readonly principal: Principal;
  /** Number of the last change that the client has received. Null for a new client. */
  readonly after: number | null;
  /** Adds bytes to the client's stream without waiting until they are sent. */
  send(bytes: Buffer): void;
  end(): void;
}
