import type { Segment, SegmentResult } from './engine.ts';

export type SegmentAnswer = Omit<SegmentResult, 'id'>;

/** A text to translate, or the result of a segment that needs no translation. */
export type SegmentPlan = { readonly text: string } | { readonly answer: SegmentAnswer };

/**
 * Translates the segments that have no result yet. Returns all results in the order of the
 * segments.
 */
export async function translatePlanned<Outcome>(
  segments: readonly Segment[],
  plan: (body: string) => SegmentPlan,
  translate: (texts: readonly string[]) => Promise<readonly Outcome[]>,
  finish: (body: string, outcome: Outcome) => SegmentAnswer,
): Promise<SegmentResult[]> {
  const plans = segments.map(({ body }) => plan(body));
  const texts = plans.flatMap((plan) => ('text' in plan ? plan.text : []));
  const outcomes = texts.length === 0 ? [] : await translate(texts);
  if (outcomes.length !== texts.length) {
    throw new Error('an engine returned another number of answers than of texts');
  }
  let next = 0;
  return segments.map(({ id, body }, index) => {
    const one = plans[index]!;
    return { id, ...('answer' in one ? one.answer : finish(body, outcomes[next++]!)) };
  });
}
