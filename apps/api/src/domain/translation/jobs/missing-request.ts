import type { Formality, JobInclude } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { failAt } from '../../../errors.ts';
import { requireKeys } from '../../key/require-keys.ts';
import { type LocaleRow, listAllLocales } from '../../locale/locale.store.ts';
import { requireLanguageTag } from '../../locale/locale-tag.ts';
import type { ProjectRow } from '../../project/project.store.ts';
import { DEFAULT_INCLUDE } from '../session.ts';
import type { MissingWork } from './missing-strings.ts';

/** Input of a job for values of a project. */
export interface MissingRequest {
  readonly projectId: string;
  readonly targetLocales?: readonly string[];
  readonly include?: readonly JobInclude[];
  /** Only these keys, and the families that they are forms of. */
  readonly keyIds?: readonly string[];
  readonly engine?: string;
  readonly formality?: Formality;
}

/** Looks up the locales and keys of a request. @throws `validation_failed` */
export async function resolveMissing(
  db: Db,
  project: ProjectRow,
  { targetLocales, keyIds: named, include = DEFAULT_INCLUDE }: MissingRequest,
): Promise<MissingWork> {
  const locales = await listAllLocales(db, project.id);
  const targets = targetsOf(project, locales, targetLocales);
  const keyIds = named ? [...new Set(named)] : null;
  if (keyIds) await requireKeys(db, project.id, keyIds);
  return { project, keyIds, targets, include };
}

/** The enabled locales, or those that are named. @throws `validation_failed` */
function targetsOf(
  project: ProjectRow,
  locales: readonly LocaleRow[],
  named: readonly string[] | undefined,
): LocaleRow[] {
  const wanted = named?.map((given, index) => {
    const path = `/targetLocales/${index}`;
    const code = requireLanguageTag(given, path);
    const locale = locales.find((one) => one.code === code);
    if (locale?.enabled) return locale;
    return failAt(path, locale ? 'is disabled' : 'is not a locale of the project');
  });
  const targets = wanted ?? locales.filter(({ enabled }) => enabled);
  return [...new Set(targets)].filter(({ code }) => code !== project.source_locale);
}
