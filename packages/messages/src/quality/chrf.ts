/** Maximum length of character n-grams. */
const MAX_ORDER = 6;

/** Numbers of n-grams of one order in all texts: in the translations, in the reference texts, and in both. */
interface Matches {
  said: number;
  wanted: number;
  common: number;
}

/**
 * Returns the chrF score of a corpus, from 0 to 100. Uses character n-grams of orders 1 to 6 without white space, and
 * no word n-grams. Averages precision and recall over the orders that occur. Recall has `beta` times the weight of
 * precision. With beta 2, this is chrF2, sacreBLEU's `nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no`.
 * Maja Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015 (W15-3049).
 */
export function chrF(
  pairs: Iterable<{ readonly said: string; readonly wanted: string }>,
  beta = 2,
): number {
  const orders = Array.from({ length: MAX_ORDER }, () => ({ said: 0, wanted: 0, common: 0 }));
  for (const { said, wanted } of pairs) addMatches(orders, pointsOf(said), pointsOf(wanted));
  const counted = orders.filter((order) => order.said > 0 && order.wanted > 0);
  if (counted.length === 0) return 0;
  const precision = meanOf(counted, (order) => order.common / order.said);
  const recall = meanOf(counted, (order) => order.common / order.wanted);
  if (precision + recall === 0) return 0;
  const weight = beta ** 2;
  return (100 * (1 + weight) * precision * recall) / (weight * precision + recall);
}

const pointsOf = (text: string): string[] => [...text.replace(/\s+/gu, '')];

function addMatches(orders: readonly Matches[], said: string[], wanted: string[]): void {
  orders.forEach((order, index) => {
    const saidGrams = gramsOf(said, index + 1);
    const wantedGrams = gramsOf(wanted, index + 1);
    order.said += Math.max(0, said.length - index);
    order.wanted += Math.max(0, wanted.length - index);
    for (const [gram, count] of saidGrams) {
      order.common += Math.min(count, wantedGrams.get(gram) ?? 0);
    }
  });
}

function gramsOf(points: readonly string[], length: number): Map<string, number> {
  const grams = new Map<string, number>();
  for (let index = 0; index + length <= points.length; index++) {
    const gram = points.slice(index, index + length).join('');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

const meanOf = (orders: readonly Matches[], of: (order: Matches) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0) / orders.length;
