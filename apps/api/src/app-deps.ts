import type { Deps } from './deps.ts';
import type { RowAnswers } from './domain/editor/row/row-answers.ts';
import type { EventHub } from './domain/talk/event/event-hub.ts';

/**
 * Dependencies of routes and tasks: the dependencies of the domain, and objects that only its upper modules create.
 */
export interface AppDeps extends Deps {
  readonly rowAnswers: RowAnswers;
  readonly events: EventHub;
}
