import { canonicalLocaleTag } from '@parlance/contracts';
import { CHECK_CODES, type CheckCode, type CheckLevels, severityMask } from '@parlance/messages';
import { EMPTY_QUERY, parseQuery, type Query, type QueryFault } from '@parlance/query';
import { fail } from '../../../errors.ts';
import { type LocaleRow, requireLocales, requireLocaleTags } from '../../project/index.ts';

export interface RowLocales {
  readonly source: LocaleRow;
  readonly asked: readonly LocaleRow[];
}

/** A parsed query. All locales and checks that it names exist. */
export interface RowFilter extends RowLocales {
  readonly query: Query;
  readonly named: ReadonlyMap<string, LocaleRow>;
  /** Bit mask of the checks with the severity `error` in the project. */
  readonly errorChecks: bigint;
}

/**
 * Finds the locales of a request. `path` is the JSON pointer to the locales.
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export function requireRowLocales(
  project: { source_locale_id: number },
  all: readonly LocaleRow[],
  tags: readonly string[],
  path = 'query/locales',
): RowLocales {
  const asked = requireLocales(all, requireLocaleTags(tags, path));
  return { source: all.find(({ id }) => id === project.source_locale_id)!, asked };
}

/**
 * Parses a query and finds its locales and checks. `path` is the JSON pointer to the query.
 * @throws `validation_failed` with the position of the error in the query
 */
export function requireFilter(
  text: string,
  locales: RowLocales,
  all: readonly LocaleRow[],
  levels: CheckLevels,
  path = 'query/query',
): RowFilter {
  const refuse = (fault: QueryFault) => failQuery(text, path, fault);
  const { query, fault } = text === '' ? { query: EMPTY_QUERY, fault: null } : parseQuery(text);
  if (query === null) return refuse(fault);
  const named = new Map<string, LocaleRow>();
  for (const { condition, start, end } of query.terms) {
    if (condition.field === 'locale') {
      const tag = canonicalLocaleTag(condition.locale);
      const locale = all.find(({ code }) => code === tag);
      if (!locale) return refuse({ message: 'names no locale of the project', start, end });
      named.set(condition.locale, locale);
    }
    if (condition.field === 'check' && !condition.anyOf.every(isCheckCode)) {
      const message = `is not one of the checks ${CHECK_CODES.join(', ')}`;
      return refuse({ message, start, end });
    }
  }
  return { ...locales, query, named, errorChecks: severityMask('error', levels) };
}

const isCheckCode = (code: string): code is CheckCode =>
  (CHECK_CODES as readonly string[]).includes(code);

function failQuery(text: string, path: string, { message, start, end }: QueryFault): never {
  const part = text.slice(start, Math.min(end, start + 100));
  return fail('validation_failed', `${path}, at character ${start + 1}: “${part}” ${message}.`, {
    errors: [{ path, message: `${message}: ${part}`, at: { start, end } }],
  });
}
