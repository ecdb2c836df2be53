import type { Cell, Row } from '@parlance/contracts';
import { maskToCodes } from '@parlance/messages';
import { valueIdOf } from '../../db/ids/value-id.ts';
import { fieldsOf, isOfOtherSource } from '../../domain/content/index.ts';
import type { CellValue, RowView } from '../../domain/editor/index.ts';

export function presentRow(row: RowView): Row {
  const { name: key, ...fields } = fieldsOf(row);
  return {
    keyId: row.id,
    key,
    ...fields,
    family: row.forms && {
      style: row.plural_ordinal && row.plural_style === '_' ? '_ordinal_' : row.plural_style!,
      kind: row.plural_ordinal ? 'ordinal' : 'cardinal',
      domain: row.plural_said === 'integer' ? 'integer' : 'number',
      forms: row.forms.map(({ id: keyId, ...form }) => ({ keyId, ...form })),
    },
    source: presentCell(row, row.source.id),
    sourceVersion: row.source_version,
    values: Object.fromEntries(row.asked.map(({ id, code }) => [code, presentCell(row, id)])),
    proposals: Object.fromEntries(
      row.asked.flatMap(({ id, code }) => {
        const count = row.keys.reduce((sum, key) => sum + row.proposalsOf(id, key.id), 0);
        return count > 0 ? [[code, count]] : [];
      }),
    ),
  };
}

function presentCell(row: RowView, localeId: number): Cell | null {
  if (row.forms === null) {
    const cell = row.cellOf(localeId, row.id);
    return cell && presentValue(row, cell, row.source_version);
  }
  const forms = row.forms.flatMap(({ category, id, sourceVersion }) => {
    const cell = row.cellOf(localeId, id);
    return cell ? [{ category, keyId: id, ...presentValue(row, cell, sourceVersion) }] : [];
  });
  const shown = forms.find(({ category }) => category === 'other') ?? forms[0];
  if (shown === undefined) return null;
  const { category: _, keyId: __, ...value } = shown;
  return { ...value, forms };
}

const presentValue = (
  row: RowView,
  cell: CellValue,
  sourceVersion: number,
): Omit<Cell, 'forms'> => ({
  id: valueIdOf(cell.key_id, cell.locale_id),
  text: cell.text,
  isTruncated: cell.is_truncated,
  state: cell.state,
  origin: cell.origin,
  outdated: cell.locale_id !== row.source.id && isOfOtherSource(cell.source_version, sourceVersion),
  version: cell.version,
  checks: maskToCodes(BigInt(cell.checks)),
  updatedAt: cell.updated_at.toISOString(),
  updatedBy: row.authorOf(cell),
});
