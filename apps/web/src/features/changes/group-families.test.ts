import type { Change, ChangeItem } from '@parlance/contracts';
import { expect, it } from 'vitest';
import { groupEdits, groupFamilies } from './group-families.ts';

const item = (key: string, locale: string | null = 'de', kind: ChangeItem['kind'] = 'value') =>
  ({ key, keyId: key, locale, kind }) as ChangeItem;

const shown = (items: ChangeItem[]) =>
  groupFamilies(items).map(({ family, items: own }) => [family, own.map(({ key }) => key)]);

it('changes to the forms of a family in one locale are grouped, and single forms and other keys are not grouped', () => {
  expect(
    shown([
      item('files_one'),
      item('files_other'),
      item('files_other', 'fr'),
      item('step.one'),
      item('place_ordinal_one'),
      item('place_ordinal_few'),
      item('save'),
      item('save_as'),
      item('apps_one', null, 'created'),
      item('apps_one'),
      item('apps_other'),
    ]),
  ).toEqual([
    ['files', ['files_one', 'files_other']],
    ['files', ['files_other']],
    ['step', ['step.one']],
    ['place', ['place_ordinal_one', 'place_ordinal_few']],
    [null, ['save']],
    [null, ['save_as']],
    ['apps', ['apps_one']],
    ['apps', ['apps_one', 'apps_other']],
  ]);
});

it('changes to the forms of a family are grouped with their new keys, and no other changes are grouped', () => {
  let id = 0;
  const change = (kind: Change['kind'], ...items: ChangeItem[]) =>
    ({ id: String(id++), kind, items, counts: { values: items.length } }) as unknown as Change;
  const created = (key: string) => change('edit', item(key, null, 'created'));
  const edits = groupEdits([
    change('edit', item('files_many')),
    created('files_many'),
    change('edit', item('files_one')),
    change('edit', item('files_one')),
    change('edit', item('files_one', 'fr')),
    created('apps_one'),
    change('edit', item('save')),
    change('edit', item('save_as')),
    change('edit', item('apps_one'), item('apps_other')),
    change('import', item('apps_one')),
    change('edit', item('apps_one')),
  ]);
  expect(edits.map(({ changes }) => changes.map((one) => one.id))).toEqual([
    ['0', '1', '2'],
    ['3'],
    ['4'],
    ['5'],
    ['6'],
    ['7'],
    ['8'],
    ['9'],
    ['10'],
  ]);
  expect(edits[0]!.id).toBe('2');
});
