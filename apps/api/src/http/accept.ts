/** A representation that a route can answer with. */
export interface Offer {
  /** Media types that name it, in lower case. */
  readonly types: readonly string[];
  /** The value of the parameter `profile`, where it has one (RFC 6906). */
  readonly profile?: string;
}

interface MediaRange {
  readonly type: string;
  readonly profile: string | undefined;
  readonly weight: number;
}

/**
 * The offer that `Accept` likes best, or null where it takes none (RFC 9110 §12.5.1): by weight, then
 * by how exactly it is named, then in the order of the header, then of the offers.
 */
export function chooseAccepted<Choice extends Offer>(
  header: string | undefined,
  offers: readonly Choice[],
): Choice | null {
  const ranges = readRanges(header?.trim() || '*/*');
  let best: { offer: Choice; weight: number; exactness: number; at: number } | null = null;
  for (const offer of offers) {
    const match = bestRange(ranges, offer);
    if (!match || match.weight === 0) continue;
    const order = best
      ? match.weight - best.weight || match.exactness - best.exactness || best.at - match.at
      : 1;
    if (order > 0) best = { offer, ...match };
  }
  return best?.offer ?? null;
}

function readRanges(header: string): MediaRange[] {
  return header.split(',').flatMap((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const parameterOf = (name: string): string | undefined =>
      parameters
        .find((parameter) => parameter.startsWith(`${name}=`))
        ?.slice(name.length + 1)
        .replace(/^"(.*)"$/, '$1');
    const weight = Number(parameterOf('q') ?? 1);
    if (!/^(\*\/\*|[^\s/*]+\/(\*|[^\s/*]+))$/.test(type)) return [];
    return {
      type,
      profile: parameterOf('profile'),
      weight: weight >= 0 && weight <= 1 ? weight : 0,
    };
  });
}

/** The range that says most of an offer: it alone decides (§12.5.1). */
function bestRange(
  ranges: readonly MediaRange[],
  offer: Offer,
): { weight: number; exactness: number; at: number } | null {
  let best: { weight: number; exactness: number; at: number } | null = null;
  for (const [at, { type, profile, weight }] of ranges.entries()) {
    const exactness = exactnessOf(type, profile, offer);
    if (exactness > (best?.exactness ?? 0)) best = { weight, exactness, at };
  }
  return best;
}

/** 0 where the range does not name the offer. */
function exactnessOf(type: string, profile: string | undefined, offer: Offer): number {
  if (profile !== undefined && profile !== offer.profile) return 0;
  const beyondType = profile === undefined ? 0 : 1;
  if (offer.types.includes(type)) return 3 + beyondType;
  if (type === '*/*') return 1 + beyondType;
  const [main] = type.split('/');
  const isMain = type.endsWith('/*') && offer.types.some((own) => own.startsWith(`${main}/`));
  return isMain ? 2 + beyondType : 0;
}
