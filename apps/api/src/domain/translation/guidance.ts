import { hash } from 'node:crypto';
import type { TranslationSettings } from '@parlance/contracts';
import type { Engine, Guidance } from '../../providers/mt/engine.ts';
import { settingsOfLocale } from '../project/index.ts';
import { formalityFor, type RequestOptions } from './pipeline/segment.ts';

/** Settings of a project for translations into one locale. */
export interface LocaleGuidance {
  /** Instructions for engines. Undefined if the project has none. */
  readonly guidance: Guidance | undefined;
  readonly reference: string | null;
}

export function guidanceOf(
  settings: TranslationSettings,
  { sourceLocale, targetLocale }: Pick<RequestOptions, 'sourceLocale' | 'targetLocale'>,
): LocaleGuidance {
  const { product, instructions } = settings;
  const { instructions: localeInstructions, ...ofLocale } = settingsOfLocale(
    settings,
    targetLocale,
  );
  // A reference translation into the source locale would be the source string itself.
  const reference = ofLocale.reference === sourceLocale ? null : ofLocale.reference;
  const guidance = {
    ...(product ? { product } : {}),
    ...(instructions ? { instructions } : {}),
    ...(localeInstructions ? { localeInstructions } : {}),
  };
  return { guidance: Object.keys(guidance).length === 0 ? undefined : guidance, reference };
}

/**
 * Returns a 31-bit hash of the settings that an engine reads. Null if it reads none. The changes of
 * jobs record the hash, so that texts that were made with other settings can be found. If different
 * settings have the same hash, texts with the earlier settings are not found.
 */
export function hashSettings(
  engine: Engine,
  { guidance, reference }: LocaleGuidance,
  options: Pick<RequestOptions, 'formality'>,
): number | null {
  const formality = formalityFor(engine, options);
  const read = engine.capabilities.hints ? { guidance, reference } : {};
  if (formality === null && !read.guidance && !read.reference) return null;
  const digest = hash('sha256', JSON.stringify([read, formality]), 'hex');
  return Number.parseInt(digest.slice(0, 8), 16) & 0x7fffffff;
}
