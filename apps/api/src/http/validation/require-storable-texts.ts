import type { Fault } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import { escapePointer } from '../../lib/json-pointer.ts';

/**
 * Location of a value in a body, as a chain of names. Joining the names to a path is slow and only
 * done for an error.
 */
interface ValueInBody {
  readonly value: unknown;
  readonly name: string;
  readonly parent: ValueInBody | null;
}

const MOST_ERRORS = 100;

/** Rejects texts with U+0000 or unpaired surrogates, which PostgreSQL or UTF-8 cannot represent. */
export function requireStorableTexts(root: unknown, where: string): void {
  const errors: Fault[] = [];
  const check = (text: string, found: ValueInBody): void => {
    if (text.includes('\0')) errors.push({ path: pathOf(found), message: 'contains U+0000' });
    else if (!text.isWellFormed()) {
      errors.push({ path: pathOf(found), message: 'contains an unpaired surrogate' });
    }
  };
  const stack: ValueInBody[] = [{ value: root, name: where, parent: null }];
  for (let item = stack.pop(); item && errors.length < MOST_ERRORS; item = stack.pop()) {
    const { value } = item;
    if (typeof value === 'string') check(value, item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const child = { value: member, name, parent: item };
        check(name, child);
        stack.push(child);
      }
    }
  }
  const first = errors[0];
  if (first) fail('validation_failed', `${first.path || 'The text'} ${first.message}.`, { errors });
}

const pathOf = ({ name, parent }: ValueInBody): string =>
  parent ? `${pathOf(parent)}/${printable(name)}` : name;

const printable = (name: string): string =>
  escapePointer(name.toWellFormed().replaceAll('\0', '\\u0000').slice(0, 200));
