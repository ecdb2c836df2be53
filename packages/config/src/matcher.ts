export type Step =
  | { readonly kind: 'character'; readonly character: string }
  /** Matches one character that is not in `except`. */
  | { readonly kind: 'one'; readonly except: string }
  /** Matches any number of characters that are not in `except`. */
  | { readonly kind: 'many'; readonly except: string }
  /** Matches any number of folders, each with a slash after it. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'choice'; readonly choices: readonly (readonly Step[])[] };

interface MatchState {
  /**
   * Returns true for a character that leads to the state `next`. Null if this state reads no character.
   */
  readonly accepts: ((character: string) => boolean) | null;
  next: MatchState | null;
  readonly jumps: readonly MatchState[];
}

export const charactersOf = (text: string): Step[] =>
  [...text].map((character) => ({ kind: 'character', character }));

/**
 * Returns a function that matches whole texts. It follows all possible states at once, so the time
 * is proportional to the length of the pattern times the length of the text. A regular expression
 * could take years for some patterns.
 */
export function matcherOfSteps(steps: readonly Step[]): (text: string) => boolean {
  const end: MatchState = { accepts: null, next: null, jumps: [] };
  const start = placeOf(steps, end);
  const literal = steps.findIndex(({ kind }) => kind !== 'character');
  const prefix = steps
    .slice(0, literal === -1 ? steps.length : literal)
    .map((step) => (step as { character: string }).character)
    .join('');
  if (literal === -1) return (text) => text === prefix;
  return (text) => {
    if (!text.startsWith(prefix)) return false;
    let places = reach([start]);
    for (const character of text) {
      if (places.size === 0) return false;
      const next: MatchState[] = [];
      for (const state of places) if (state.accepts?.(character)) next.push(state.next!);
      places = reach(next);
    }
    return places.has(end);
  };
}

/**
 * Returns the given states, and all states that can be reached from them without reading a
 * character.
 */
function reach(places: MatchState[]): Set<MatchState> {
  const reached = new Set<MatchState>();
  for (let state = places.pop(); state; state = places.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    places.push(...state.jumps);
  }
  return reached;
}

const placeOf = (steps: readonly Step[], end: MatchState): MatchState =>
  steps.reduceRight((next, step) => placeBefore(step, next), end);

function placeBefore(step: Step, next: MatchState): MatchState {
  switch (step.kind) {
    case 'character':
      return { accepts: (character) => character === step.character, next, jumps: [] };
    case 'one':
      return { accepts: (character) => !step.except.includes(character), next, jumps: [] };
    case 'many':
      return repeat((character) => !step.except.includes(character), next);
    case 'folders': {
      const slash: MatchState = { accepts: (character) => character === '/', next, jumps: [] };
      return { accepts: null, next: null, jumps: [next, repeat(() => true, slash)] };
    }
    case 'choice':
      return {
        accepts: null,
        next: null,
        jumps: step.choices.map((choice) => placeOf(choice, next)),
      };
  }
}

function repeat(accepts: (character: string) => boolean, next: MatchState): MatchState {
  const state: MatchState = { accepts, next: null, jumps: [next] };
  state.next = state;
  return state;
}
