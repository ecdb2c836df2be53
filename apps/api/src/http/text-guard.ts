import type { Fault } from '@parlance/contracts';
import { fail } from '../errors.ts';

/**
 * Refuses texts that PostgreSQL or UTF-8 cannot carry, with their path: U+0000 and unpaired
 * surrogates.
 */
export function guardTexts(root: unknown, where: string): void {
  const errors: Fault[] = [];
  const stack: { value: unknown; path: string }[] = [{ value: root, path: where }];
  const check = (text: string, path: string): void => {
    if (text.includes('\0')) errors.push({ path, message: 'contains U+0000' });
    else if (!text.isWellFormed()) errors.push({ path, message: 'contains an unpaired surrogate' });
  };
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { value, path } = at;
    if (typeof value === 'string') check(value, path);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        check(name, `${path}/${printable(name)}`);
        stack.push({ value: member, path: `${path}/${printable(name)}` });
      }
    }
    if (errors.length >= 100) break;
  }
  const first = errors[0];
  if (first) fail('validation_failed', `${first.path || 'The text'} ${first.message}.`, { errors });
}

const printable = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll('\0', '\\u0000')
    .slice(0, 200)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
