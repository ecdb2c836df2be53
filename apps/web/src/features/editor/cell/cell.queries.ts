import { isParlanceError, type Row } from '@parlance/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { live } from '../../../lib/live.ts';
import { sourceVersionOf } from '../drafts/save-value.ts';
import { type CellValue, formOf, newFormOf, type OpenCell } from './open-cell.ts';

/** Query of the findings in the value of a cell, including dismissed findings. */
export const findingsQuery = ({ organizationId, projectId, value }: OpenCell) =>
  queryOptions({
    queryKey: ['findings', organizationId, projectId, value?.id, value?.version],
    queryFn: async () =>
      (await api(organizationId).i18n.findings.get({ projectId, valueId: value!.id })).data,
    enabled: value !== null,
  });

/** Reads the rows of a project again, as after events about other people's changes. */
export const rereadRows = (projectId: string): void =>
  live.tell(projectId, [{ type: 'reset', number: 0 }]);

/** Reads the rows of a project again if a decision has failed because the source string has changed. */
export function rereadSource(error: unknown, { projectId }: Pick<OpenCell, 'projectId'>): void {
  if (isParlanceError(error, 'version_conflict') && error.currentSource) rereadRows(projectId);
}

export const dismissFinding = async (cell: OpenCell, value: CellValue, code: string) =>
  (
    await api(cell.organizationId).i18n.ignoredChecks.put({
      projectId: cell.projectId,
      valueId: value.id,
      code,
      version: value.version,
      ...sourceVersionOf(cell),
    })
  ).data;

/**
 * Returns the text of another locale, to copy it into a cell. For a plural form, returns the text of the same category,
 * or else of `other`.
 */
export async function textIn(
  { organizationId, projectId, pluralCategory }: OpenCell,
  row: Row,
  localeCode: string,
): Promise<string | null> {
  const inRow = row.source && !(localeCode in row.values) ? row.source : row.values[localeCode];
  const found = formOf(inRow, pluralCategory);
  if (!found?.isTruncated) return found?.text ?? null;
  const keyId = 'keyId' in found ? (found as { keyId: string }).keyId : row.keyId;
  const { data } = await api(organizationId).i18n.values.list({
    projectId,
    keyId,
    locale: localeCode,
  });
  return data[0]?.text ?? null;
}

/** Query of the complete texts of a cell. Rows contain only the beginnings of long texts. */
export const wholeCellQuery = (cell: OpenCell) =>
  queryOptions({
    queryKey: ['whole-cell', cell.organizationId, cell.projectId, cell.keyId, cell.locale],
    queryFn: async (): Promise<OpenCell> => {
      const { projectId, keyId, locale, source } = cell;
      const { values } = api(cell.organizationId).i18n;
      const [target, sources] = await Promise.all([
        newFormOf(keyId) ? null : values.list({ projectId, keyId, locale }),
        values.list({ projectId, keyId: source.keyId, locale: source.locale }),
      ]);
      const value = target?.data[0];
      const sourceText = source.isTruncated ? sources.data[0]?.text : source.text;
      const version = source.isTruncated ? value?.sourceVersion : source.version;
      const whole = { ...source, text: sourceText ?? source.text, isTruncated: false };
      return {
        ...cell,
        source: { ...whole, ...(version !== undefined && { version }) },
        value:
          value?.id && value.text !== null && value.state !== null
            ? { ...value, id: value.id, text: value.text, state: value.state, isTruncated: false }
            : null,
      };
    },
    enabled: cell.source.isTruncated || cell.value?.isTruncated === true,
    staleTime: 0,
    gcTime: 0,
  });

/** Archives the key of a plural form, which removes the form in all locales. */
export const archiveForm = async (organizationId: string, projectId: string, keyId: string) =>
  (await api(organizationId).i18n.keys.delete({ projectId, keyId })).data;
