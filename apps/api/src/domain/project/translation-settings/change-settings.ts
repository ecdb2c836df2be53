import {
  LIMITS,
  type LocaleTranslationSettings,
  type TranslationSettings,
  type TranslationSettingsChange,
} from '@parlance/contracts';
import { fail, failAt } from '../../../errors.ts';
import { escapePointer } from '../../../lib/json-pointer.ts';
import type { EngineDirectory } from '../engine/engine-directory.ts';
import { requireEngine } from '../engine/require-engine.ts';
import { requireLanguageTag } from '../locale/locale-tag.ts';
import { isUnset, NO_LOCALE_SETTINGS, NO_SETTINGS } from './effective-settings.ts';

/**
 * Applies a JSON merge patch (RFC 7396) to the settings of a project. `path` is the JSON pointer to
 * the patch in the request.
 * @throws `validation_failed`, `limit_exceeded`
 */
export function changeSettings(
  engines: EngineDirectory,
  before: TranslationSettings,
  change: TranslationSettingsChange,
  path = '',
): TranslationSettings {
  if (change.engines) requireEngines(engines, change.engines, `${path}/engines`);
  const locales = new Map(Object.entries(before.locales));
  for (const [given, ofLocale] of Object.entries(change.locales ?? {})) {
    const localePath = `${path}/locales/${escapePointer(given)}`;
    const tag = requireLanguageTag(given, localePath);
    if (ofLocale === null) {
      locales.delete(tag);
      continue;
    }
    const { reference, ...others } = ofLocale;
    if (others.engines) requireEngines(engines, others.engines, `${localePath}/engines`);
    const merged: LocaleTranslationSettings = {
      // The patch may name the locale twice, in two spellings.
      ...(locales.get(tag) ?? NO_LOCALE_SETTINGS),
      ...others,
      ...(reference === undefined ? {} : { reference: referenceOf(reference, tag, localePath) }),
    };
    if (isUnset(merged)) locales.delete(tag);
    else locales.set(tag, merged);
  }
  if (locales.size > LIMITS.localesPerProject) {
    fail('limit_exceeded', `A project can have settings for ${LIMITS.localesPerProject} locales.`);
  }
  return {
    ...NO_SETTINGS,
    ...before,
    ...withoutLocales(change),
    locales: Object.fromEntries([...locales].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const withoutLocales = ({ locales: _, ...others }: TranslationSettingsChange) => others;

function referenceOf(given: string | null, tag: string, localePath: string): string | null {
  if (given === null) return null;
  const reference = requireLanguageTag(given, `${localePath}/reference`);
  if (reference === tag) failAt(`${localePath}/reference`, 'is the locale itself');
  return reference;
}

function requireEngines(
  directory: EngineDirectory,
  engines: readonly string[],
  path: string,
): void {
  for (const [at, engine] of engines.entries()) requireEngine(directory, engine, `${path}/${at}`);
}
