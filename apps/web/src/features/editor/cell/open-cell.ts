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

/** A string that identifies a cell in maps and in the draft store. */
export const cellKey = ({ projectId, keyId, locale }: CellId): string =>
  `${projectId} ${keyId} ${locale}`;

/** Between the id of the key of a row and the category of a form that has no key yet. */
const NEW_FORM = '+';

/** Id of a form that has no key yet. Its key is made when its text is saved. */
export const newFormId = (rowKeyId: string, category: PluralCategory): string =>
  `${rowKeyId}${NEW_FORM}${category}`;

/** Returns the row and the category of a form that has no key yet. Null for the id of a key. */
export function newFormOf(keyId: string): { rowKeyId: string; category: PluralCategory } | null {
  const at = keyId.indexOf(NEW_FORM);
  if (at < 0) return null;
  return { rowKeyId: keyId.slice(0, at), category: keyId.slice(at + 1) as PluralCategory };
}

/** Id of a key that the service knows: that of the row, for a form that has none yet. */
export const knownKeyId = (keyId: string): string => newFormOf(keyId)?.rowKeyId ?? keyId;

/** The value of a cell as the service had it when it was read. */
export interface CellValue {
  readonly id: string;
  readonly text: string;
  /** True if `text` is only the beginning of the text. */
  readonly isTruncated: boolean;
  readonly state: ValueState;
  readonly version: number;
  /** Name of the other person who wrote it. Absent if the person did so. */
  readonly changedBy?: string;
}

/** The settings of the project that the texts of cells depend on. */
export interface EditorSettings {
  readonly messageFormat: MessageFormat;
  /** The levels that the project gives checks. */
  readonly checks: CheckLevels;
  /** True if releases contain only reviewed texts. */
  readonly requireReview: boolean;
  /** Name of the engine that the project has chosen. Null for that of the server. */
  readonly engine: string | null;
}

/** A cell that is open for editing, as the service has it. */
export interface OpenCell extends CellId {
  readonly organizationId: string;
  /** Name of the key. */
  readonly key: string;
  readonly dir: 'ltr' | 'rtl';
  readonly format: MessageFormat;
  /** The levels that the project gives checks. */
  readonly checks: CheckLevels;
  /** True if releases leave the text out until it is reviewed. */
  readonly requireReview: boolean;
  /** Name of the engine that the project has chosen. Null for that of the server. */
  readonly engine: string | null;
  /** The source string; `isTruncated` as in {@link CellValue}. */
  readonly source: {
    /** Key of the string. In a family it can be that of another form. */
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
  /** Name of the key, for a form that has none yet: it is made when the text is saved. */
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

/** The form of a cell that says what a category says: the same category, else `other`. A plain cell is its own. */
export const formOf = (cell: Cell | null | undefined, category: PluralCategory | undefined) =>
  cell?.forms?.find((form) => form.category === category) ?? cell;

/**
 * Returns the cells of a row in one locale: one for a plain key, one for each form of a plural family that has a key or
 * that the locale needs.
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
