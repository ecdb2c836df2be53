import type { CheckLevels, MessageFormat, PluralCategory } from '@parlance/messages';
import type { Cell, Row, ValueState } from '@parlance/sdk';
import { actorName } from '../../../lib/words/actor-name.ts';
import { familyForms, isFamilyRow } from './forms/family.ts';

/** The place of a value: one key in one locale of one project. */
export interface CellId {
  readonly projectId: string;
  readonly keyId: string;
  /** Locale tag of the value. */
  readonly locale: string;
}

/** Returns a string that identifies a cell in maps and in the draft store. */
export const cellKey = ({ projectId, keyId, locale }: CellId): string =>
  `${projectId} ${keyId} ${locale}`;

/** Separates a row's key id from the category of a form that has no key yet. */
const NEW_FORM = '+';

/** Returns an id for a form without a key, which is created when the form's text is saved. */
export const newFormId = (rowKeyId: string, category: PluralCategory): string =>
  `${rowKeyId}${NEW_FORM}${category}`;

/** Returns the row and the category of a form without a key. Null for a key's id. */
export function newFormOf(keyId: string): { rowKeyId: string; category: PluralCategory } | null {
  const at = keyId.indexOf(NEW_FORM);
  if (at < 0) return null;
  return { rowKeyId: keyId.slice(0, at), category: keyId.slice(at + 1) as PluralCategory };
}

/** Returns the id of an existing key: that of the row for a form without a key. */
export const knownKeyId = (keyId: string): string => newFormOf(keyId)?.rowKeyId ?? keyId;

/** The value of a cell as it was read from the service. */
export interface CellValue {
  readonly id: string;
  readonly text: string;
  /** True if `text` contains only the beginning. */
  readonly isTruncated: boolean;
  readonly state: ValueState;
  readonly version: number;
  /** Name of the last author, if it is another person. */
  readonly changedBy?: string;
}

/** The settings of the project that affect the texts of cells. */
export interface EditorSettings {
  readonly messageFormat: MessageFormat;
  /** Levels of the checks in the project. */
  readonly checks: CheckLevels;
  /** True if releases contain only reviewed texts. */
  readonly requireReview: boolean;
  /** Name of the project's engine. Null for the server's default. */
  readonly engine: string | null;
}

/** A cell that is open for editing, as the service has it. */
export interface OpenCell extends CellId {
  readonly organizationId: string;
  /** Name of the key. */
  readonly key: string;
  readonly dir: 'ltr' | 'rtl';
  readonly format: MessageFormat;
  /** Levels of the checks in the project. */
  readonly checks: CheckLevels;
  /** True if releases exclude the text until it is reviewed. */
  readonly requireReview: boolean;
  /** Name of the project's engine. Null for the server's default. */
  readonly engine: string | null;
  /** The source string. `isTruncated` as in {@link CellValue}. */
  readonly source: {
    /** Key of the string. In a family, it may be that of another form. */
    readonly keyId: string;
    readonly locale: string;
    readonly dir: 'ltr' | 'rtl';
    readonly text: string;
    readonly isTruncated: boolean;
  };
  /** Null if the value is missing. */
  readonly value: CellValue | null;
  /** Maximum number of code points. Null if unlimited. */
  readonly maxLength: number | null;
  /** Category of the form, for a form of a plural family. */
  readonly pluralCategory?: PluralCategory;
  /** Name for the key of a form without one, which is created when the text is saved. */
  readonly newKey?: string;
}

/** The place that gets the focus after the cell is left. `stay` is the cell itself in the grid. */
export type Move = 'next-row' | 'previous-cell' | 'next-cell' | 'stay';

/** The project and locale of the cells of a row. */
export interface CellContext {
  readonly organizationId: string;
  readonly projectId: string;
  readonly format: MessageFormat;
  readonly checks: CheckLevels;
  readonly requireReview: boolean;
  readonly engine: string | null;
  readonly sourceLocale: string;
  readonly sourceDir: 'ltr' | 'rtl';
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Id of the person who edits. Defaults to nobody. */
  readonly userId?: string;
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
 * Returns the form of a cell that corresponds to a category: the same category, or else `other`. An ordinary cell is
 * returned as it is.
 */
export const formOf = (cell: Cell | null | undefined, category: PluralCategory | undefined) =>
  cell?.forms?.find((form) => form.category === category) ?? cell;

/**
 * Returns the cells of a row in one locale: one for an ordinary key, and one for each form of a plural family that has
 * a key or that the locale needs.
 */
export function openCells(row: Row, context: CellContext): readonly OpenCell[] {
  const { sourceLocale, sourceDir, userId, ...shared } = context;
  const value = row.values[context.locale];
  const sourceOf = (category?: PluralCategory): OpenCell['source'] => {
    const found = formOf(row.source, category);
    return {
      keyId: found && 'keyId' in found ? (found.keyId as string) : row.keyId,
      locale: sourceLocale,
      dir: sourceDir,
      text: found?.text ?? '',
      isTruncated: found?.isTruncated ?? false,
    };
  };
  const plain = { ...shared, key: row.key, maxLength: row.maxLength };
  if (!isFamilyRow(row)) {
    return [{ ...plain, keyId: row.keyId, source: sourceOf(), value: cellValue(value, userId) }];
  }
  return familyForms(row, context.locale).map(({ category, keyId, name }) => ({
    ...plain,
    keyId: keyId ?? newFormId(row.keyId, category),
    pluralCategory: category,
    ...(keyId === null && { newKey: name }),
    source: sourceOf(category),
    value: cellValue(
      value?.forms?.find((form) => form.category === category),
      userId,
    ),
  }));
}
