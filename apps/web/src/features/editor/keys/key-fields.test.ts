import { describe, expect, it } from 'vitest';
import { editOf, newKeyFields, requestOf } from './key-fields.ts';

const { fields } = newKeyFields('');

describe('newKeyFields', () => {
  it.each([
    ['menu.save', { name: 'menu.save' }, {}],
    ['key:menu.save', { name: 'menu.save' }, {}],
    ['Save the file', { name: '' }, { plain: 'Save the file' }],
    ['"Save the file"', { name: '' }, { plain: 'Save the file' }],
    ['is:missing menu', { name: '' }, {}],
    ['-menu', { name: '' }, {}],
    ['key:menu.*', { name: '' }, {}],
  ])('starts with the terms of the query %s that found nothing', (query, name, texts) => {
    expect(newKeyFields(query)).toMatchObject({ fields: name, texts });
  });
});

describe('editOf', () => {
  it('returns the changed fields in the format of a request', () => {
    const after = { ...fields, name: ' menu.open ', tags: 'ui, ui,, menu', maxLength: '20' };
    expect(editOf(fields, after)).toEqual({
      name: 'menu.open',
      tags: ['ui', 'menu'],
      maxLength: 20,
    });
    expect(editOf(after, { ...after, maxLength: '' })).toEqual({ maxLength: null });
  });

  it('returns null if only the spelling differs', () => {
    const spelled = { ...fields, tags: 'a, b' };
    expect(editOf(spelled, { ...spelled, tags: 'a,b ', name: ' ' })).toBeNull();
    expect(requestOf(spelled).tags).toEqual(['a', 'b']);
  });
});
