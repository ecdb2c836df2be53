import { describe, expect, it } from 'vitest';
import { mergePatch } from './merge-patch.ts';

describe('mergePatch', () => {
  const target = { theme: 'dark', editor: { density: 'dense', panel: true }, languages: ['de'] };

  it('replaces members, deletes those that are null, and goes into objects', () => {
    const patch = { theme: null, editor: { density: 'normal' }, languages: ['de', 'fr'] };
    expect(mergePatch(target, patch)).toEqual({
      editor: { density: 'normal', panel: true },
      languages: ['de', 'fr'],
    });
    expect(target.editor.density).toBe('dense');
  });

  it('puts an object in place of another value, without the members that the patch deletes', () => {
    expect(mergePatch({ editor: 'none' }, { editor: { density: 'dense', panel: null } })).toEqual({
      editor: { density: 'dense' },
    });
  });
});
