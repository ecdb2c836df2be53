import type { ChangeItem } from '@parlance/contracts';
import { expect, it } from 'vitest';
import { groupFamilies } from './group-families.ts';

const item = (key: string, locale: string | null = 'de', kind: ChangeItem['kind'] = 'value') =>
  ({ key, keyId: key, locale, kind }) as ChangeItem;

const shown = (items: ChangeItem[]) =>
  groupFamilies(items).map(({ name, items: own }) => [name, own.map(({ key }) => key)]);

it('groups the forms of a family in one locale, and leaves single forms and other keys alone', () => {
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
    ['files_other', ['files_other']],
    ['step.one', ['step.one']],
    ['place', ['place_ordinal_one', 'place_ordinal_few']],
    ['save', ['save']],
    ['save_as', ['save_as']],
    ['apps_one', ['apps_one']],
    ['apps', ['apps_one', 'apps_other']],
  ]);
});
