import type { CheckLevels, MessageFormat, PluralCategory } from '@parlance/messages';
import type { Cell, Row, Suggestions, ValueState } from '@parlance/sdk';
import { actorName } from '../../../lib/words/actor-name.ts';
import { familyForms, isFamilyRow } from './forms/family.ts';

/** Identifies a cell by the project, the key and the locale of its value. */
export interface CellId {
  readonly projectId: string;
  readonly keyId: string;
  readonly locale: string;
}

/** Returns a string that identifies a cell in maps and in the draft store. */
export const cellKey = ({ projectId, keyId, locale }: CellId): string =>
  `${projectId} ${keyId} ${locale}`;

/** Separator between the row key's id and the plural category in the id of a plural form without a key. */
const NEW_FORM = '+';

/** Returns an id for a plural form that has no key yet. The key is created when the text of the form is saved. */
export const newFormId = (rowKeyId: string, category: PluralCategory): string =>
  `${rowKeyId}${NEW_FORM}${category}`;

/** Returns the row and the plural category of a form without a key. Returns null if `keyId` is the id of a key. */
export function newFormOf(keyId: string): { rowKeyId: string; category: PluralCategory } | null {
  const at = keyId.indexOf(NEW_FORM);
  if (at < 0) return null;
  return { rowKeyId: keyId.slice(0, at), category: keyId.slice(at + 1) as PluralCategory };
}

/** Returns `keyId` if it is the id of a key. For a plural form without a key, returns the id of the row's key. */
export const knownKeyId = (keyId: string): string => newFormOf(keyId)?.rowKeyId ?? keyId;

/** The value of a cell as the service has returned it. */
export interface CellValue {
  readonly id: string;
  readonly text: string;
  /** True if `text` contains only the beginning of a long text. */
  readonly isTruncated: boolean;
  readonly state: ValueState;
  readonly version: number;
  /** Name of the person who changed the value last. Absent if it was the user. */
  readonly changedBy?: string;
}

/** The settings of the project that the cells of the editor need. */
export interface EditorSettings {
  readonly messageFormat: MessageFormat;
  /** Names of the libraries that display the texts. Null if the project names none. */
  readonly runtimes: readonly string[] | null;
  /** Severity of each check in the project. */
  readonly checks: CheckLevels;
  /** True if releases contain only reviewed texts. */
  readonly requireReview: boolean;
  /** Id of the translation engine in the project's settings. Null for the server's default. */
  readonly engine: string | null;
}

/** A cell that is open for editing, with everything that the service returned about it. */
export interface OpenCell extends CellId {
  readonly organizationId: string;
  readonly key: string;
  readonly dir: 'ltr' | 'rtl';
  readonly format: MessageFormat;
  /** Names of the libraries that display the texts. Null if the project names none. */
  readonly runtimes: readonly string[] | null;
  /** Severity of each check in the project. */
  readonly checks: CheckLevels;
  /** True if releases exclude the text until it is reviewed. */
  readonly requireReview: boolean;
  /** Id of the translation engine in the project's settings. Null for the server's default. */
  readonly engine: string | null;
  /** The source text. `isTruncated` has the same meaning as in {@link CellValue}. */
  readonly source: {
    /**
     * Id of the key that has the source text. For a plural form without a source text, this is another form of the same
     * family.
     */
    readonly keyId: string;
    readonly locale: string;
    readonly dir: 'ltr' | 'rtl';
    readonly text: string;
    readonly isTruncated: boolean;
    /** True if the key has no source string, so that `text` is empty. */
    readonly isMissing?: true;
    /** Version of the source string for the key of the cell. Absent if the key does not exist yet. */
    readonly version?: number;
  };
  /** The saved value. Null if it is missing. */
  readonly value: CellValue | null;
  /** Maximum length of the text in code points. Null if it is not limited. */
  readonly maxLength: number | null;
  /** Plural category of the cell. Absent if the key is not in a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Properties of the family that the checks of a plural form need. Absent if the key is not in a plural family. */
  readonly family?: {
    readonly kind: 'cardinal' | 'ordinal';
    readonly domain: 'integer' | 'number';
    /** Source text of the form `other`. Absent for this form itself, and if it is not completely loaded. */
    readonly otherSource?: string;
  };
  /** Properties of the project that the checks need for the source text. Absent until they are loaded. */
  readonly known?: Pick<Suggestions, 'terms' | 'codePatterns'>;
  /** Name of the key that is created when the text is saved. Only set for a plural form without a key. */
  readonly newKey?: string;
  /** True if the user may only propose texts. */
  readonly proposes?: true;
}

/** The cell that gets the focus after an open cell was closed. `stay` stands for the closed cell itself. */
export type Move = 'next-row' | 'previous-cell' | 'next-cell' | 'stay';

/** The project, the locales and the settings that the cells of a row in one locale share. */
export interface CellContext {
  readonly organizationId: string;
  readonly projectId: string;
  readonly format: MessageFormat;
  readonly runtimes: readonly string[] | null;
  readonly checks: CheckLevels;
  readonly requireReview: boolean;
  readonly engine: string | null;
  readonly sourceLocale: string;
  readonly sourceDir: 'ltr' | 'rtl';
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Id of the signed-in user. */
  readonly userId?: string;
  readonly proposes?: true;
}

type Stored = Pick<CellValue, 'id' | 'text' | 'isTruncated' | 'state' | 'version'> &
  Pick<Cell, 'updatedBy'>;

const cellValue = (cell: Stored | null | undefined, userId?: string): CellValue | null =>
  cell
    ? {
        id: cell.id,
        text: cell.text,
        isTruncated: cell.isTruncated,
        state: cell.state,
        version: cell.version,
        ...(cell.updatedBy.id !== userId && { changedBy: actorName(cell.updatedBy) }),
      }
    : null;

/**
 * Returns the value of a cell. For a plural family, returns the value of the form with this category, or else of
 * `other`.
 */
export const formOf = (cell: Cell | null | undefined, category: PluralCategory | undefined) =>
  cell?.forms?.find((form) => form.category === category) ?? cell;

/**
 * Returns the cells of a row in one locale. This is one cell for a key without a family. For a plural family, it is one
 * cell for each form that has a key or that the locale needs.
 */
export function openCells(row: Row, context: CellContext): readonly OpenCell[] {
  const { sourceLocale, sourceDir, userId, ...shared } = context;
  const value = row.values[context.locale];
  const sourceOf = (version?: number, category?: PluralCategory): OpenCell['source'] => {
    const found = formOf(row.source, category);
    return {
      keyId: found && 'keyId' in found ? (found.keyId as string) : row.keyId,
      locale: sourceLocale,
      dir: sourceDir,
      text: found?.text ?? '',
      isTruncated: found?.isTruncated ?? false,
      ...(!found && { isMissing: true as const }),
      ...(version !== undefined && { version }),
    };
  };
  const plain = { ...shared, key: row.key, maxLength: row.maxLength };
  if (!isFamilyRow(row)) {
    const source = sourceOf(row.sourceVersion);
    return [{ ...plain, keyId: row.keyId, source, value: cellValue(value, userId) }];
  }
  const formByCategory = new Map(row.family.forms.map((form) => [form.category, form]));
  const { kind, domain } = row.family;
  const other = row.source?.forms?.find((form) => form.category === 'other');
  const otherSource = other && !other.isTruncated ? { otherSource: other.text } : {};
  return familyForms(row, context.locale).map(({ category, keyId, name }) => ({
    ...plain,
    keyId: keyId ?? newFormId(row.keyId, category),
    maxLength: (formByCategory.get(category) ?? row).maxLength,
    pluralCategory: category,
    family: { kind, domain, ...(category !== 'other' && otherSource) },
    ...(keyId === null && { newKey: name }),
    source: sourceOf(formByCategory.get(category)?.sourceVersion, category),
    value: cellValue(
      value?.forms?.find((form) => form.category === category),
      userId,
    ),
  }));
}
