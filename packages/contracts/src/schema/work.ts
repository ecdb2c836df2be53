import { type Static, Type } from 'typebox';
import { byMember, closed } from './build.ts';
import { EngineName, Formality, Id, TargetLocales } from './common.ts';
import { JobIncludes, stringsBody } from './translation.ts';

/** What is missing or outdated in a project. */
export const MissingWork = closed(
  {
    projectId: Id,
    targetLocales: Type.Optional(TargetLocales),
    include: Type.Optional(JobIncludes),
    engine: Type.Optional(EngineName),
    formality: Type.Optional(Formality),
  },
  {
    title: 'MissingWork',
    description: 'What is missing or outdated in a project, by default in every enabled locale.',
  },
);
export type MissingWork = Static<typeof MissingWork>;

const StringsWorkBody = stringsBody('Each is translated into all targets.', {
  targetLocales: TargetLocales,
});

/** Strings of the caller. */
export const StringsWork = { ...StringsWorkBody, title: 'StringsWork' } as typeof StringsWorkBody;
export type StringsWork = Static<typeof StringsWork>;

/** Body of estimate and jobs: with `strings` these, else what the project lacks. */
export const TranslationWork = byMember('strings', StringsWork, MissingWork);
export type TranslationWork = Static<typeof TranslationWork>;
