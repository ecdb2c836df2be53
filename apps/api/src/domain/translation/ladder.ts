import type { EngineCapabilities, Rendering } from '../../providers/mt/engine.ts';

/** One way to ask an engine for the phrases that are still without a sound answer. */
export interface Step {
  readonly rendering: Rendering;
  /**
   * `batch`: together; `alone`: one a call, told what was wrong; `runs`: only the words between the
   * placeholders, so that none of them can be lost.
   */
  readonly way: 'batch' | 'alone' | 'runs';
  /** True if a number is shown at the place of the count, so that the words agree with it. */
  readonly isCounting: boolean;
}

/** Properties of a phrase that decide if a step can help. */
export interface PhraseHistory {
  readonly hasMarks: boolean;
  readonly hasSample: boolean;
  /** True if its last answer came from a call of its own. */
  readonly wasAlone: boolean;
  /** Answers of this engine that did not do. */
  readonly tries: number;
}

/**
 * Steps of asking one engine, the best one first. Each next step is for the phrases whose answer failed the
 * checks; if the last has failed too, another engine is asked.
 */
export function stepsOf({ renderings }: Pick<EngineCapabilities, 'renderings'>): Step[] {
  const [preferred, ...others] = renderings;
  return [
    { rendering: preferred, way: 'batch', isCounting: true },
    { rendering: preferred, way: 'batch', isCounting: false },
    ...others.map((rendering) => ({ rendering, way: 'batch', isCounting: false }) as const),
    { rendering: preferred, way: 'alone', isCounting: false },
    { rendering: preferred, way: 'runs', isCounting: false },
  ];
}

/** True if a step can bring another answer than the ones before. */
export function isWorthTrying(
  step: Step,
  phrase: PhraseHistory,
  { renderings, context }: Pick<EngineCapabilities, 'renderings' | 'context'>,
): boolean {
  if (phrase.tries === 0) return true;
  if (step.isCounting) return false;
  switch (step.way) {
    case 'batch':
      // Without placeholders every rendering shows the same words.
      return step.rendering === renderings[0] ? phrase.hasSample : phrase.hasMarks;
    case 'alone':
      return !phrase.wasAlone || context;
    case 'runs':
      return phrase.hasMarks;
  }
}
