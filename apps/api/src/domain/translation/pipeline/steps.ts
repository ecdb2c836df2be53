import type { EngineCapabilities } from '../../../providers/mt/engine.ts';
import type { Segment, View } from './segment.ts';

export interface Step extends View {
  /**
   * `batch`: several segments in one call. `alone`: one segment in a call, with the reason why the
   * last answer was unusable. `runs`: only the text between placeholders, so that no placeholder
   * can be lost.
   */
  readonly way: 'batch' | 'alone' | 'runs';
}

/**
 * Returns the ways to ask one engine, in order. Each way is used only for segments for which the
 * earlier ways gave no usable answer.
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

export function isWorthTrying(
  step: Step,
  segment: Pick<Segment, 'hasMarks' | 'placeholderTokens' | 'wasAlone' | 'tries'>,
  { renderings, context }: Pick<EngineCapabilities, 'renderings' | 'context'>,
): boolean {
  if (segment.tries === 0) return true;
  if (step.isCounting) return false;
  switch (step.way) {
    case 'batch':
      return step.rendering === renderings[0]
        ? segment.placeholderTokens !== null
        : segment.hasMarks;
    case 'alone':
      return !segment.wasAlone || context;
    case 'runs':
      return segment.hasMarks;
  }
}
