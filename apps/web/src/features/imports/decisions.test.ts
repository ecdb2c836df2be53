import type { ImportChange } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import {
  decideChange,
  decideKind,
  openConflicts,
  overridesOf,
  takeOf,
  UNDECIDED,
} from './decisions.ts';

const conflict: ImportChange = {
  key: 'menu.save',
  locale: 'de',
  kind: 'conflict',
  before: 'Sichern',
  after: 'Speichern',
};

describe('decisions about a staged import', () => {
  it('can differ for a single change from the decision for its kind', () => {
    const decided = decideChange(decideKind(UNDECIDED, 'conflict', 'file'), conflict, 'project');
    expect(takeOf(decided, conflict)).toBe('project');
    expect(takeOf(decided, { ...conflict, key: 'menu.open' })).toBe('file');
    expect(overridesOf(decided)).toEqual([
      { kind: 'conflict', take: 'file' },
      { kind: 'conflict', key: 'menu.save', locale: 'de', take: 'project' },
    ]);
  });

  it('include no single change after a later decision for its kind', () => {
    const decided = decideKind(decideChange(UNDECIDED, conflict, 'project'), 'conflict', 'file');
    expect(overridesOf(decided)).toEqual([{ kind: 'conflict', take: 'file' }]);
  });

  it('resolve only the conflicts that they are about', () => {
    expect(openConflicts(UNDECIDED, 3)).toBe(3);
    expect(openConflicts(decideChange(UNDECIDED, conflict, 'file'), 3)).toBe(2);
    expect(openConflicts(decideKind(UNDECIDED, 'conflict', 'file'), 3)).toBe(0);
  });

  it('default to the project for a skipped change and to the file for a changed value, and are required for a conflict', () => {
    expect(takeOf(UNDECIDED, { ...conflict, kind: 'skipped' })).toBe('project');
    expect(takeOf(UNDECIDED, { ...conflict, kind: 'changed' })).toBe('file');
    expect(takeOf(UNDECIDED, { ...conflict, kind: 'same' })).toBeUndefined();
    expect(takeOf(UNDECIDED, conflict)).toBeUndefined();
  });
});
