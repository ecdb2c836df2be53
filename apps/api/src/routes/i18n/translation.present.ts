import type { ProjectTranslation, TranslationSettings } from '@parlance/contracts';
import {
  type EngineDirectory,
  engineIdsFor,
  engineOrdersOf,
  type FoundTranslation,
} from '../../domain/project/index.ts';

export const presentTranslation = (
  { set, effective, targets }: FoundTranslation,
  directory: EngineDirectory,
): ProjectTranslation => ({
  set,
  effective,
  defaultEngines: [...directory.chain],
  locales: targets.map((locale) => ({
    locale,
    // The settings may still name an engine that the operator has removed.
    engines: engineIdsFor(wishOf(effective), directory, locale).filter((id) =>
      directory.byId.has(id),
    ),
  })),
});

const wishOf = (settings: TranslationSettings) => ({
  requestedEngine: null,
  engineOrders: engineOrdersOf(settings),
});
