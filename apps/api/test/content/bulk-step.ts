import type { KeysBulkAction, ValuesBulkAction } from '@parlance/contracts';
import fc from 'fast-check';
import type { Tenant } from '../app/build.ts';

const state = fc.constantFrom('translated' as const, 'needs_review' as const, 'reviewed' as const);

const valuesAction = (locales: readonly string[]): fc.Arbitrary<ValuesBulkAction> =>
  fc.oneof(
    fc.record({ setState: fc.record({ state }) }),
    fc.constant({ clear: {} }),
    fc.record({
      copy: fc.record({ from: fc.constantFrom(...locales), overwrite: fc.boolean(), state }),
    }),
    fc.record({ fillFromMemory: fc.record({ overwrite: fc.boolean() }) }),
    fc.record({
      replace: fc.record({
        find: fc.constantFrom('x', 'y', 'o', 'e'),
        replaceWith: fc.constantFrom('x', 'zz', ''),
      }),
    }),
    fc.constant({ applyFix: { check: 'edge_whitespace' } }),
  );

const keysAction: fc.Arbitrary<KeysBulkAction> = fc.oneof(
  fc.constant({ archive: {} }),
  fc.constant({ restore: {} }),
  fc.record({ setMaxLength: fc.record({ maxLength: fc.constantFrom(null, 40) }) }),
  fc.record({
    setTags: fc.record({
      add: fc.subarray(['a', 'b']),
      remove: fc.subarray(['b', 't']),
    }),
  }),
);

export interface BulkStep {
  do: 'bulk';
  /** Null selects all rows. */
  picks: number[] | null;
  locales: string[];
  values: ValuesBulkAction | null;
  keys: KeysBulkAction;
}

/** Generates a bulk change of some or all rows of a small project. */
export const bulkStep = (locales: readonly string[]): fc.Arbitrary<BulkStep> =>
  fc.record({
    do: fc.constant('bulk' as const),
    picks: fc.option(fc.array(fc.nat(20), { minLength: 1, maxLength: 5 })),
    locales: fc.subarray([...locales], { minLength: 1 }),
    values: fc.option(valuesAction(locales), { freq: 4 }),
    keys: keysAction,
  });

/** Performs a bulk change. `keyIds` are all keys of the project, including archived ones. */
export async function performBulk(
  { client }: Tenant,
  projectId: string,
  { picks, locales, values, keys }: BulkStep,
  keyIds: readonly string[],
): Promise<unknown> {
  const picked = picks?.flatMap((pick) => keyIds[pick % keyIds.length] ?? []);
  if (picked?.length === 0) return;
  const chosen = picked === undefined ? { query: '' } : { keyIds: picked };
  if (values) {
    return client.i18n.values.bulk({ projectId, select: { ...chosen, locales }, action: values });
  }
  const select = picked === undefined ? { query: '', locales } : { keyIds: picked };
  return client.i18n.keys.bulk({ projectId, select, action: keys });
}
