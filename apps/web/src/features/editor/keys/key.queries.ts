import type { Row, TranslationValueRow } from '@parlance/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { pagedQuery, searchOf } from '../../../lib/paged-query.ts';
import { PLAIN, type SourceTexts, type TextForm } from './key-fields.ts';

export interface KeyPlace {
  readonly organizationId: string;
  readonly projectId: string;
  /** Tag of the source locale. */
  readonly source: string;
}

/** The key of a plural form, or a key without a plural family. */
interface KeyForm {
  readonly form: TextForm;
  readonly keyId: string;
}

/** The values of a key in all locales. */
export interface FormValues extends KeyForm {
  /** The source text. Null if it is missing. */
  readonly source: TranslationValueRow | null;
  readonly translations: readonly TranslationValueRow[];
}

const formsOfRow = ({ keyId, family }: Row): readonly KeyForm[] =>
  family
    ? family.forms.map(({ category, keyId: id }) => ({ form: category, keyId: id }))
    : [{ form: PLAIN, keyId }];

/** Query of the complete source texts of a row, and of the translations that were made from them. */
export const rowValuesQuery = ({ organizationId, projectId, source }: KeyPlace, row: Row) =>
  queryOptions({
    queryKey: ['row-values', organizationId, projectId, row.keyId],
    queryFn: async ({ signal }): Promise<readonly FormValues[]> => {
      const { values } = api(organizationId).i18n;
      const read = async (form: KeyForm): Promise<FormValues> => {
        const all = await Array.fromAsync(
          values.listAll({ projectId, keyId: form.keyId, limit: 200 }, { signal }),
        );
        return {
          ...form,
          source: all.find(({ locale }) => locale === source) ?? null,
          translations: all.filter(({ locale, text }) => locale !== source && text !== null),
        };
      };
      return Promise.all(formsOfRow(row).map(read));
    },
    // Each dialog reads the values when it opens. If they were reloaded later, the user could overwrite a text of
    // another person without having seen it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * Returns the locale of each translation that becomes outdated if these source texts are saved. Translations of a
 * plural form without a source text are made from the form `other`.
 */
export function outdatedBy(values: readonly FormValues[], texts: SourceTexts): string[] {
  const isChanged = ({ form, source }: FormValues): boolean =>
    texts[form] !== undefined && source !== null && texts[form] !== source.text;
  const other = values.find(({ form }) => form === 'other');
  const isOtherChanged = other !== undefined && isChanged(other);
  return values
    .filter((value) => isChanged(value) || (isOtherChanged && value.source === null))
    .flatMap(({ translations }) => translations)
    .filter(({ outdated }) => outdated !== true)
    .map(({ locale }) => locale);
}

/** Query of the archived keys of a project. */
export const archivedKeysQuery = ({ organizationId, projectId }: KeyPlace, q: string) =>
  pagedQuery(['archived-keys', organizationId, projectId, q], (page) =>
    api(organizationId).i18n.keys.list({ projectId, onlyArchived: true, ...page, ...searchOf(q) }),
  );
