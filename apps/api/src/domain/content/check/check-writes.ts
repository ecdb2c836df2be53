import type { PluralCategory } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { KeyRef } from '../key/key-ref.ts';
import { type CheckSources, readCheckSources } from './check.store.ts';
import type { CheckerSource, CheckText } from './checker.ts';

export interface TextToCheck {
  key: KeyRef;
  text: string;
  isOutdated: boolean;
  unknownWords: string | null;
}

const NOTHING_KNOWN: ReadonlyMap<string, CheckSources> = new Map();
const NO_SOURCES: CheckSources = { sourceText: null, otherText: null };

/**
 * @param givenSources - Source texts by key id, if the caller has already read them. The map contains
 * either all keys of `texts` or no key
 */
export async function checkWrites(
  tx: Db,
  projectId: ProjectRef,
  source: CheckerSource,
  localeId: number,
  texts: readonly TextToCheck[],
  givenSources: ReadonlyMap<string, CheckSources> = NOTHING_KNOWN,
): Promise<bigint[]> {
  const checker = await source.reopen(tx, [localeId]);
  if (!checker.mayFind(localeId)) return texts.map(() => 0n);
  const { sourceLocaleId } = checker.settings;
  const unknown = texts.map(({ key }) => key).filter(({ id }) => !givenSources.has(id));
  const sources =
    localeId === sourceLocaleId || unknown.length === 0
      ? givenSources
      : await readCheckSources(tx, projectId, sourceLocaleId, unknown);
  return checker.masksOf(
    texts.map(
      ({ key, text, isOutdated, unknownWords }): CheckText => ({
        ...(sources.get(key.id) ?? NO_SOURCES),
        localeId,
        text,
        isOutdated,
        unknownWords,
        maxLength: key.max_length,
        pluralCategory: key.plural_category as PluralCategory | null,
        isOrdinal: key.plural_ordinal,
        declaredPlural: key.plural_said,
      }),
    ),
  );
}
