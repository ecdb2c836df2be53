import { ROLES, SCOPES_OF_ROLE } from '@parlance/contracts/scopes';
import { describe, expect, it } from 'vitest';
import { presetsFor, scopesOf } from './key-presets.ts';

describe('the presets of an API key', () => {
  it.each(ROLES)('grant a %s nothing that the role lacks', (role) => {
    const own = SCOPES_OF_ROLE[role];
    const presets = presetsFor(own);
    expect(presets.at(-1)).toBe('all');
    for (const name of presets) {
      const scopes = scopesOf(name, own);
      expect(scopes.length).toBeGreaterThan(0);
      expect(scopes.filter((scope) => !own.includes(scope))).toEqual([]);
    }
    expect(scopesOf('all', own).toSorted()).toEqual([...own].toSorted());
  });

  it('do not include uses that the role does not allow', () => {
    expect(presetsFor(SCOPES_OF_ROLE.translator)).not.toContain('release');
    expect(presetsFor(SCOPES_OF_ROLE.owner)).toEqual(['sync', 'release', 'read', 'all']);
  });
});
