import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { byMember, closed } from './build.ts';
import { EngineName, Formality, Id, ProjectId, TargetLocales } from './common.ts';
import { JobIncludes, stringsBody } from './translation.ts';

/** Request to translate the missing, outdated or renewable values of a project. */
export const MissingWork = closed(
  {
    projectId: ProjectId,
    targetLocales: Type.Optional(TargetLocales),
    include: Type.Optional(JobIncludes),
    keyIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: LIMITS.bulkKeyIds,
        description: `Only these keys (1–${LIMITS.bulkKeyIds}). A form of a plural family stands for the family. Defaults to all keys.`,
      }),
    ),
    engine: Type.Optional(EngineName),
    formality: Type.Optional(Formality),
  },
  {
    title: 'MissingWork',
    description:
      'Missing, outdated or renewable values of a project. `targetLocales` defaults to every enabled locale.',
  },
);
export type MissingWork = Static<typeof MissingWork>;

const StringsWorkBody = stringsBody(
  'Strings to translate. Each is translated into all target locales.',
  {
    targetLocales: TargetLocales,
  },
);

/** Schema of a request body that contains the strings to translate. */
export const StringsWork = { ...StringsWorkBody, title: 'StringsWork' } as typeof StringsWorkBody;
export type StringsWork = Static<typeof StringsWork>;

/**
 * Body of estimates and jobs. If the body has `strings`, these strings are translated. Otherwise,
 * values of a project are translated.
 */
export const TranslationWork = byMember('strings', StringsWork, MissingWork);
export type TranslationWork = Static<typeof TranslationWork>;
