import { type TranslationEngine, translateEngines } from '@parlance/contracts';
import { askEngine } from '../../domain/engine/choose-engines.ts';
import type { EngineDirectory } from '../../domain/engine/engine-directory.ts';
import { requireLanguageTag } from '../../domain/locale/locale-tag.ts';
import { failAt } from '../../errors.ts';
import { route } from '../../http/route.ts';
import type { PairReadiness } from '../../providers/mt/engine.ts';

export const translateEnginesRoute = route(translateEngines, async ({ deps, query }) => {
  const { byId, chain } = deps.engines;
  const pair = pairOf(query);
  const data = await Promise.all(
    orderedNames(deps.engines).map(async (name): Promise<TranslationEngine> => {
      const engine = byId.get(name)!;
      const position = chain.indexOf(name) + 1;
      return {
        name,
        position: position === 0 ? null : position,
        local: engine.capabilities.local,
        formality: engine.capabilities.formality,
        creditsPerUnit: deps.payments === null ? 0 : 1,
        pair: pair && {
          ...pair,
          ...presentAnswer(await askEngine(engine, pair.sourceLocale, pair.targetLocale)),
        },
      };
    }),
  );
  return { data };
});

/** The default chain in its order, then the other configured engines. */
const orderedNames = ({ byId, chain }: EngineDirectory): string[] =>
  [...new Set([...chain, ...byId.keys()])].filter((name) => byId.has(name));

function pairOf({
  sourceLocale,
  targetLocale,
}: {
  sourceLocale?: string;
  targetLocale?: string;
}): { sourceLocale: string; targetLocale: string } | null {
  if (sourceLocale === undefined && targetLocale === undefined) return null;
  if (sourceLocale === undefined) failAt('query/sourceLocale', 'is required with `targetLocale`');
  if (targetLocale === undefined) failAt('query/targetLocale', 'is required with `sourceLocale`');
  return {
    sourceLocale: requireLanguageTag(sourceLocale, 'query/sourceLocale'),
    targetLocale: requireLanguageTag(targetLocale, 'query/targetLocale'),
  };
}

function presentAnswer(
  answer: PairReadiness,
): Pick<NonNullable<TranslationEngine['pair']>, 'status' | 'reason' | 'via'> {
  if (answer.status === 'unsupported') {
    const status = answer.mayChange ? 'unavailable' : 'unsupported';
    return { status, reason: answer.reason, via: null };
  }
  const via = answer.status === 'ready' ? (answer.via ?? null) : null;
  return { status: answer.status, reason: null, via };
}
