import type { Config } from '@parlance/config';
import type { Project } from '@parlance/sdk';
import type { Call } from '../command.ts';
import type { Document } from '../documents/documents.ts';
import { partialFinder } from '../documents/partial-texts.ts';
import { asReread, textsInFiles } from './as-in-files.ts';
import { baseWithMarks, type HeldMarks, type IsHeld, statesLeftOut } from './held-texts.ts';
import type { ByLocale, ReadProject } from './read-project.ts';
import {
  asInFiles,
  compareStates,
  type ProjectStates,
  type StateDifference,
  statesOfFiles,
} from './states.ts';
import { compareTexts, type Difference } from './three-way.ts';

interface Sides {
  readonly call: Call;
  readonly config: Config;
  readonly project: Project;
  readonly documents: readonly Document[];
  readonly fileTexts: ByLocale;
  readonly read: ReadProject;
  readonly projectStates: ProjectStates;
  readonly held: HeldMarks;
  readonly isHeld: IsHeld;
  /** True for a file with the same content as at the last sync. */
  readonly isUnchanged: (document: Document) => boolean;
  documentOf(locale: string, key: string): Document | null;
}

export interface RefusedText {
  readonly locale: string;
  readonly key: string;
}

interface ComparedLocale {
  readonly differences: Difference[];
  /** Texts of the project that their files cannot contain. */
  readonly refused: RefusedText[];
  readonly states: StateDifference[];
}

/** Returns a function that compares the files with the project in one locale. */
export function localeComparer(sides: Sides): (locale: string) => ComparedLocale {
  const { call, config, project, documents, fileTexts, read, held, isHeld, documentOf } = sides;
  const { sourceLocale } = project;
  const { renamed } = read;
  const isPartial = partialFinder(sides);
  const inFiles = textsInFiles(documents, documentOf, sourceLocale);
  const fileStates = statesOfFiles(documents, sourceLocale);
  const isUntranslated = ({ locale, kind, file }: Difference): boolean =>
    kind === 'new-here' && file === '' && locale !== sourceLocale && !call.flags.has('allow-empty');
  return (locale) => {
    const file = renameKeys(fileTexts.get(locale) ?? new Map(), renamed);
    const refused: RefusedText[] = [];
    const project = inFiles(locale, read.texts.get(locale) ?? new Map(), (key) =>
      refused.push({ locale, key }),
    );
    const texts = { file, project };
    const seen = read.base && inFiles(locale, read.base.get(locale) ?? new Map());
    const leavesOut = locale !== sourceLocale && statesLeftOut(config.pull).length > 0;
    const marks = held.get(locale);
    const base =
      leavesOut || marks !== undefined ? baseWithMarks(seen, texts, { marks, leavesOut }) : seen;
    const differences = compareTexts(locale, { ...texts, base })
      .filter((text) => documentOf(locale, text.key) !== null && !isUntranslated(text))
      .map((text) => asReread(text, documentOf(locale, text.key), sides.isUnchanged))
      .map((difference) =>
        isHeld(locale, difference.key) ? { ...difference, isHeld: true as const } : difference,
      )
      .map((difference) =>
        isPartial(difference, texts) ? { ...difference, isPartial: true as const } : difference,
      );
    const localeStates = fileStates.get(locale);
    const states = sides.projectStates.project.get(locale);
    if (localeStates === undefined || states === undefined)
      return { differences, refused, states: [] };
    const ofLocale = documents.filter(
      (document) => document.locale === null || document.locale === locale,
    );
    const before = sides.projectStates.base?.get(locale);
    return {
      differences,
      refused,
      states: compareStates(locale, {
        texts: { ...texts, base: seen },
        file: renameKeys(localeStates, renamed),
        project: asInFiles(states, ofLocale, renamed),
        base: before === undefined ? null : asInFiles(before, ofLocale, renamed),
        isHeld: (key) => isHeld(locale, key),
        isMarked: (key) => marks?.has(key) === true,
      }),
    };
  };
}

export const renameKeys = <Value>(
  values: Map<string, Value>,
  renamed: ReadonlyMap<string, string>,
): Map<string, Value> =>
  renamed.size === 0
    ? values
    : new Map([...values].map(([key, value]) => [newNameOf(values, renamed, key), value]));

const newNameOf = (
  values: ReadonlyMap<string, unknown>,
  renamed: ReadonlyMap<string, string>,
  key: string,
): string => {
  const name = renamed.get(key);
  return name === undefined || values.has(name) ? key : name;
};
