import { describe, expect, it } from 'vitest';
import { mergePatch } from './merge-patch.ts';

describe('mergePatch', () => {
  const target = { theme: 'dark', editor: { density: 'dense', panel: true }, languages: ['de'] };

  it('replaces members, deletes null members, and merges objects recursively', () => {
    const patch = { theme: null, editor: { density: 'normal' }, languages: ['de', 'fr'] };
    expect(mergePatch(target, patch)).toEqual({
      editor: { density: 'normal', panel: true },
      languages: ['de', 'fr'],
    });
    expect(target.editor.density).toBe('dense');
  });

  it('replaces another value with an object, without the members that the patch deletes', () => {
    expect(mergePatch({ editor: 'none' }, { editor: { density: 'dense', panel: null } })).toEqual({
      editor: { density: 'dense' },
    });
  });
});
