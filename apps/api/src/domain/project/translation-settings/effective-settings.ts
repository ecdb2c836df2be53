import type { LocaleTranslationSettings, TranslationSettings } from '@parlance/contracts';
import type { EngineOrders } from '../engine/choose-engines.ts';

export const NO_SETTINGS: TranslationSettings = {
  product: null,
  instructions: null,
  engines: null,
  locales: {},
};

export const NO_LOCALE_SETTINGS: LocaleTranslationSettings = {
  instructions: null,
  reference: null,
  engines: null,
};

/** The settings of a project and of its parent project. */
export interface ProjectSettingsTexts {
  readonly own: TranslationSettings;
  /** The engine in the settings of the project. It is treated as an order of engines with only this engine. */
  readonly ownEngine: string | null;
  /** Settings of the parent project. Null if the project is not a child project. */
  readonly parent: TranslationSettings | null;
}

/**
 * Returns the settings that apply to a project. Each setting of the project replaces the same setting of its parent.
 * If the project sets an order of engines, the parent's orders for single locales do not apply either, because a
 * project that names a local engine must not send texts to the engines of its parent.
 */
export function effectiveSettings({
  own,
  ownEngine,
  parent,
}: ProjectSettingsTexts): TranslationSettings {
  const ownOrder = own.engines ?? (ownEngine === null ? null : [ownEngine]);
  const inherited = parent ?? NO_SETTINGS;
  const tags = new Set([...Object.keys(inherited.locales), ...Object.keys(own.locales)]);
  const locales: [string, LocaleTranslationSettings][] = [];
  for (const tag of [...tags].sort()) {
    const mine = settingsOfLocale(own, tag);
    const above = settingsOfLocale(inherited, tag);
    const engines = mine.engines ?? (ownOrder === null ? above.engines : null);
    const merged = {
      instructions: mine.instructions ?? above.instructions,
      reference: mine.reference ?? above.reference,
      engines,
    };
    if (!isUnset(merged)) locales.push([tag, merged]);
  }
  return {
    product: own.product ?? inherited.product,
    instructions: own.instructions ?? inherited.instructions,
    engines: ownOrder ?? inherited.engines,
    locales: Object.fromEntries(locales),
  };
}

export const settingsOfLocale = (
  { locales }: TranslationSettings,
  localeTag: string,
): LocaleTranslationSettings =>
  (Object.hasOwn(locales, localeTag) ? locales[localeTag] : undefined) ?? NO_LOCALE_SETTINGS;

/** True if no member is set. */
export const isUnset = (members: Readonly<Record<string, unknown>>): boolean =>
  Object.values(members).every((member) => member === null);

/** Returns the engines that the settings name. Null if they name none. */
export function engineOrdersOf({ engines, locales }: TranslationSettings): EngineOrders | null {
  const ofLocales = Object.entries(locales).flatMap(([tag, { engines: order }]) =>
    order === null ? [] : [[tag, order] as const],
  );
  if (engines === null && ofLocales.length === 0) return null;
  return { all: engines, locales: Object.fromEntries(ofLocales) };
}
