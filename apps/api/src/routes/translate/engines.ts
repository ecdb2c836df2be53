import {
  type EnginePair,
  type QueryOf,
  type TranslationEngine,
  translateEngines,
} from '@parlance/contracts';
import {
  askEngine,
  type EngineDirectory,
  engineIdsFor,
  requireLanguageTag,
  wishOfProject,
} from '../../domain/project/index.ts';
import { failAt } from '../../errors.ts';
import { route } from '../../http/route.ts';
import type { Engine, PairReadiness } from '../../providers/mt/engine.ts';

export const translateEnginesRoute = route(translateEngines, async ({ deps, principal, query }) => {
  const { byId, chain } = deps.engines;
  const { pair, pairs } = requirePairs(query);
  const wish = await wishOfProject(deps.db, principal, query.projectId);
  const placeOf = (name: string, { targetLocale }: Pair): number | null => {
    const at = engineIdsFor(wish, deps.engines, targetLocale).indexOf(name);
    return at === -1 ? null : at + 1;
  };
  const ask = async (engine: Engine, pair: Pair): Promise<EnginePair> => ({
    ...(await askPair(engine, pair)),
    position: placeOf(engine.id, pair),
  });
  const first = pair ? engineIdsFor(wish, deps.engines, pair.targetLocale) : [];
  const data = await Promise.all(
    orderedNames(deps.engines, first).map(async (name): Promise<TranslationEngine> => {
      const engine = byId.get(name)!;
      const position = chain.indexOf(name) + 1;
      return {
        name,
        position: position === 0 ? null : position,
        local: engine.capabilities.local,
        formality: engine.capabilities.formality,
        creditsPerUnit: deps.payments === null ? 0 : 1,
        pair: pair && (await ask(engine, pair)),
        pairs: await Promise.all(pairs.map((pair) => ask(engine, pair))),
      };
    }),
  );
  return { data };
});

/**
 * Lists the engines of the project for the pair and the default engines in the order in which they are
 * tried, and then the other configured engines.
 */
const orderedNames = ({ byId, chain }: EngineDirectory, first: readonly string[]): string[] =>
  [...new Set([...first, ...chain, ...byId.keys()])].filter((name) => byId.has(name));

type Pair = Pick<EnginePair, 'sourceLocale' | 'targetLocale'>;

function requirePairs({
  sourceLocale,
  targetLocale,
  targetLocales,
}: QueryOf<typeof translateEngines>): { pair: Pair | null; pairs: Pair[] } {
  const hasTargets = targetLocale !== undefined || targetLocales !== undefined;
  if (sourceLocale === undefined) {
    if (!hasTargets) return { pair: null, pairs: [] };
    failAt('query/sourceLocale', 'is required with target locales');
  }
  if (!hasTargets) failAt('query/targetLocale', 'is required with `sourceLocale`');
  const source = requireLanguageTag(sourceLocale, 'query/sourceLocale');
  const pairWith = (target: string): Pair => ({ sourceLocale: source, targetLocale: target });
  const targets = (targetLocales ?? []).map((tag, index) =>
    requireLanguageTag(tag, `query/targetLocales/${index}`),
  );
  return {
    pair:
      targetLocale === undefined
        ? null
        : pairWith(requireLanguageTag(targetLocale, 'query/targetLocale')),
    pairs: [...new Set(targets)].map(pairWith),
  };
}

const askPair = async (engine: Engine, pair: Pair): Promise<Omit<EnginePair, 'position'>> => ({
  ...pair,
  ...presentAnswer(await askEngine(engine, pair.sourceLocale, pair.targetLocale)),
});

function presentAnswer(answer: PairReadiness): Omit<EnginePair, keyof Pair | 'position'> {
  if (answer.status === 'unsupported') {
    const status = answer.mayChange ? 'unavailable' : 'unsupported';
    return { status, reason: answer.reason, via: null };
  }
  const via = answer.status === 'ready' ? (answer.via ?? null) : null;
  return { status: answer.status, reason: null, via };
}
