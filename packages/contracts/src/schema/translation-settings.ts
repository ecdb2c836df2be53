import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable, recordOf } from './build.ts';
import { CanonicalLocaleTag, EngineName, LocaleTag } from './common.ts';

const Product = Type.String({
  maxLength: LIMITS.productLength,
  description:
    'Description of the product: its purpose, its users and its voice. Shown to language models.',
});

const Instructions = Type.String({
  maxLength: LIMITS.instructionsLength,
  description: 'Instructions for translations into every locale. Shown to language models.',
});

const LocaleInstructions = Type.String({
  maxLength: LIMITS.localeInstructionsLength,
  description:
    'Instructions for translations into the locale. Shown beside those for every locale.',
});

const EngineOrder = Type.Array(EngineName, {
  minItems: 1,
  maxItems: LIMITS.orderedEngines,
  uniqueItems: true,
  description:
    'Engines that translate, in the order in which they are tried. No other engine is used.',
});

const LocaleTranslationSettings = closed({
  instructions: nullable(LocaleInstructions),
  reference: nullable(CanonicalLocaleTag, {
    description:
      'Locale whose translations are shown beside the source strings. Null if there is none.',
  }),
  engines: nullable(EngineOrder),
});
export type LocaleTranslationSettings = Static<typeof LocaleTranslationSettings>;

export const TranslationSettings = named(
  'TranslationSettings',
  {
    product: nullable(Product),
    instructions: nullable(Instructions),
    engines: nullable(EngineOrder),
    locales: recordOf(LocaleTranslationSettings, {
      description: 'Settings for single target locales, by locale tag.',
    }),
  },
  'Instructions for engines, and the order of engines. A member that is null is not set.',
);
export type TranslationSettings = Static<typeof TranslationSettings>;

export const translationSettingsMembers = {
  product: Type.Optional(nullable(Product)),
  instructions: Type.Optional(nullable(Instructions)),
  engines: Type.Optional(nullable(EngineOrder)),
  locales: Type.Optional(
    recordOf(
      nullable(
        closed({
          instructions: Type.Optional(nullable(LocaleInstructions)),
          reference: Type.Optional(nullable(LocaleTag)),
          engines: Type.Optional(nullable(EngineOrder)),
        }),
      ),
      {
        maxProperties: LIMITS.localesPerProject,
        description:
          'Changes of the settings for single target locales, by locale tag. Null removes the settings of a locale.',
      },
    ),
  ),
};

/** A change of the settings, as a JSON merge patch (RFC 7396). */
export const TranslationSettingsChange = closed(translationSettingsMembers, {
  description:
    'Change of the settings as a JSON merge patch (RFC 7396): omitted members stay, and null removes a member.',
});
export type TranslationSettingsChange = Static<typeof TranslationSettingsChange>;
