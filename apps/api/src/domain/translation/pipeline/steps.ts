import type { EngineCapabilities } from '../../../providers/mt/engine.ts';
import type { Segment, View } from './segment.ts';

type Limits = Pick<EngineCapabilities, 'renderings' | 'context' | 'maxAnswers'>;

export interface Step extends View {
  /**
   * `batch`: several segments in one call. `alone`: one segment in a call, with the reason why the
   * last answer was unusable. `string`: like `alone`, but with all segments of one string in a
   * call. `runs`: only the texts between placeholders, so that no placeholder can be lost. For an
   * engine with a limited number of answers, a call of `runs` contains texts of only one string.
   */
  readonly way: 'batch' | 'alone' | 'string' | 'runs';
}

/**
 * Returns the ways to ask one engine, in order. Each way is used only for segments for which the
 * earlier ways gave no usable answer.
 */
export function stepsOf({
  renderings,
  maxAnswers,
}: Pick<Limits, 'renderings' | 'maxAnswers'>): [Step, ...Step[]] {
  const [preferred, ...others] = renderings;
  if (maxAnswers !== undefined) {
    return [
      { rendering: preferred, way: 'batch', isCounting: true },
      { rendering: preferred, way: 'batch', isCounting: false },
      { rendering: preferred, way: 'alone', isCounting: false },
      { rendering: preferred, way: 'string', isCounting: false },
      { rendering: preferred, way: 'runs', isCounting: false },
    ];
  }
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
  segment: History,
  { renderings, context, maxAnswers }: Limits,
): boolean {
  if (segment.tries === 0) return true;
  if (step.isCounting) return false;
  if (maxAnswers !== undefined)
    return segment.tries < maxAnswers && isWorthAnswer(step.way, segment);
  switch (step.way) {
    case 'batch':
      return step.rendering === renderings[0]
        ? segment.placeholderTokens !== null
        : segment.hasPlaceholderMarks;
    case 'alone':
    case 'string':
      return !segment.wasAlone || context;
    case 'runs':
      return segment.hasPlaceholderMarks;
  }
}

type History = Pick<
  Segment,
  'hasPlaceholderMarks' | 'placeholderTokens' | 'wasAlone' | 'tries' | 'wasRefused' | 'isTooLarge'
>;

/** True if a way is worth one of the limited number of answers that an engine gives for each text. */
function isWorthAnswer(
  way: Step['way'],
  { hasPlaceholderMarks, wasAlone, wasRefused, isTooLarge }: History,
): boolean {
  switch (way) {
    case 'batch':
      return !wasRefused;
    case 'alone':
      return isTooLarge && !wasAlone;
    case 'string':
      return wasRefused && !wasAlone && !isTooLarge;
    case 'runs':
      return hasPlaceholderMarks || !wasRefused;
  }
}
