import type { EngineCapabilities } from '../../../providers/mt/engine.ts';
import type { Segment, View } from './segment.ts';

/** One way to ask an engine for segments without a usable answer. */
export interface Step extends View {
  /**
   * `batch`: all segments together. `alone`: one segment per call, with the fault of the last answer. `runs`: only the
   * words between the placeholders, so that no placeholder can be lost.
   */
  readonly way: 'batch' | 'alone' | 'runs';
}

/**
 * Returns the steps of asking one engine, the best one first. Each step is for the segments whose previous answer
 * failed the checks. After the last step, another engine is asked.
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

/** True if a step can give another answer than the previous steps. */
export function isWorthTrying(
  step: Step,
  segment: Pick<Segment, 'hasMarks' | 'placeholderTokens' | 'wasAlone' | 'tries'>,
  { renderings, context }: Pick<EngineCapabilities, 'renderings' | 'context'>,
): boolean {
  if (segment.tries === 0) return true;
  if (step.isCounting) return false;
  switch (step.way) {
    case 'batch':
      // Without placeholders, every rendering contains the same words.
      return step.rendering === renderings[0]
        ? segment.placeholderTokens !== null
        : segment.hasMarks;
    case 'alone':
      return !segment.wasAlone || context;
    case 'runs':
      return segment.hasMarks;
  }
}
