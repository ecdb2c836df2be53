import type { Deps } from './deps.ts';
import type { RowAnswers } from './domain/editor/row/row-answers.ts';
import type { EventHub } from './domain/talk/event/event-hub.ts';

/** Contains what routes and tasks are given: also what only the upper rooms of the domain make. */
export interface AppDeps extends Deps {
  readonly rowAnswers: RowAnswers;
  readonly events: EventHub;
}
