import type { EngineCapabilities, Rendering } from '../../../providers/mt/engine.ts';

/** One way to ask an engine for the segments that are still without a usable answer. */
export interface Step {
  readonly rendering: Rendering;
  /**
   * `batch`: together; `alone`: one per call, with the fault of the last answer; `runs`: only the words between
   * the placeholders, so that no placeholder can be lost.
   */
  readonly way: 'batch' | 'alone' | 'runs';
  /** True if a number stands for the count, so that the words agree with it. */
  readonly isCounting: boolean;
}

/**
 * Returns the steps of asking one engine, the best one first. Each next step is for the segments whose answer
 * failed the checks; after the last, another engine is asked.
 */
export function stepsOf({ renderings }: Pick<EngineCapabilities, 'renderings'>): [Step, ...Step[]] {
  const [preferred, ...others] = renderings;
  return [
    { rendering: preferred, way: 'batch', isCounting: true },
    { rendering: preferred, way: 'batch', isCounting: false },
    ...others.map((rendering) => ({ rendering, way: 'batch', isCounting: false }) as const),
    { rendering: preferred, way: 'alone', isCounting: false },
    { rendering: preferred, way: 'runs', isCounting: false },
  ];
}

/** The properties of a segment that decide if a step can help. */
export interface AskedSegment {
  readonly hasMarks: boolean;
  /** Null if there is no sample number. */
  readonly placeholderTokens: readonly unknown[] | null;
  /** True if its last answer came from a call of its own. */
  readonly wasAlone: boolean;
  /** Answers of this engine. */
  readonly tries: number;
}

/** True if a step can bring another answer than the steps before it. */
export function isWorthTrying(
  step: Step,
  segment: AskedSegment,
  { renderings, context }: Pick<EngineCapabilities, 'renderings' | 'context'>,
): boolean {
  if (segment.tries === 0) return true;
  if (step.isCounting) return false;
  switch (step.way) {
    case 'batch':
      // Without placeholders every rendering shows the same words.
      return step.rendering === renderings[0]
        ? segment.placeholderTokens !== null
        : segment.hasMarks;
    case 'alone':
      return !segment.wasAlone || context;
    case 'runs':
      return segment.hasMarks;
  }
}
