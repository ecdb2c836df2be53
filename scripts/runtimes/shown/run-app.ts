import type { App } from './app.ts';
import { errorsOf } from './errors-of.ts';
import { askFor, inputsOf, judge } from './judge.ts';
import { makePair } from './make-pair.ts';
import type { Ask, Shown } from './pair.ts';

export interface ShownOutcome {
  readonly pairs: number;
  /** Number of texts that the app was asked to show. */
  readonly texts: number;
  /** Number of pairs that the app shows incorrectly or rejects. */
  readonly wrong: number;
  readonly differences: readonly string[];
}

/** Compares the results of the checks for random pairs with the output of an app. */
export async function runApp(app: App, count: number, seed: number): Promise<ShownOutcome> {
  const pairs = Array.from({ length: count }, (_, index) => makePair(app.grammar, seed + index));
  const refused = await app.build?.(pairs);
  const asks: Ask[] = [];
  const ask = (call: Ask, isFormatted: boolean): ((shown: readonly Shown[]) => Shown) => {
    if (!isFormatted) return () => ({ text: call.text });
    const at = asks.push(call) - 1;
    return (shown) => shown[at]!;
  };
  const plans = pairs.map((pair, index) => {
    if (refused?.[index] != null) return [];
    return inputsOf(app, pair).map((input) => ({
      input,
      before: ask(askFor(pair, pair.source, 'en', input), pair.isFormatted),
      after: ask(askFor(pair, pair.target, pair.locale, input), pair.isFormatted),
    }));
  });
  const all = await Promise.all(app.shows.map((show) => show(asks)));
  let wrong = 0;
  const differences = pairs.flatMap((pair, index) => {
    const faults = all.map((shown) => {
      const seen = plans[index]!.map(({ input, before, after }) => ({
        input,
        before: before(shown),
        after: after(shown),
      }));
      return judge(app, pair, seen);
    });
    const fault = refused?.[index] ?? faults.find((fault) => fault !== null) ?? null;
    if (fault !== null) wrong++;
    const errors = errorsOf(app.runtime, pair, { format: app.format });
    if ((fault === null) === (errors.length === 0)) return [];
    const said = errors.length === 0 ? 'no error' : errors.join(', ');
    const texts = JSON.stringify([pair.source, pair.target, pair.locale, pair.form?.category]);
    return [`seed ${seed + index}: ${said}, but the app ${fault ?? 'shows it'}: ${texts}`];
  });
  return { pairs: count, texts: asks.length, wrong, differences };
}
