import type { EngineCapabilities, Rendering } from '../../providers/mt/engine.ts';

/** One way to ask an engine for the segments that are still without a sound answer. */
export interface Step {
  readonly rendering: Rendering;
  /**
   * `batch`: together; `alone`: one a call, told what was wrong; `runs`: only the words between the
   * placeholders, so that none of them can be lost.
   */
  readonly way: 'batch' | 'alone' | 'runs';
}

/**
 * How one engine is asked, the best way first. The next one is for the segments whose answer did not
 * survive checking; where the last has failed too, another engine is asked.
 */
export function stepsOf({ renderings }: Pick<EngineCapabilities, 'renderings'>): Step[] {
  const [preferred] = renderings;
  return [
    ...renderings.map((rendering) => ({ rendering, way: 'batch' }) as const),
    { rendering: preferred, way: 'alone' },
    { rendering: preferred, way: 'runs' },
  ];
}

/** Whether a step can make a difference for a segment. */
export function isWorthTrying(
  { way, rendering }: Step,
  segment: { readonly hasMarks: boolean; readonly wasAlone: boolean; readonly tries: number },
  capabilities: Pick<EngineCapabilities, 'renderings' | 'context'>,
): boolean {
  if (segment.tries === 0) return way === 'batch';
  // Without placeholders every rendering shows the same words.
  if (way === 'batch') return segment.hasMarks && rendering !== capabilities.renderings[0];
  if (way === 'runs') return segment.hasMarks;
  return !segment.wasAlone || capabilities.context;
}
