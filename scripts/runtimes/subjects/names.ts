import type { Random } from '../../../packages/messages/test/adversary/random.ts';
import { borderText } from '../texts.ts';

/** Returns a name of arbitrary characters. The number makes it unique. */
export function anyName(random: Random, at: number): string {
  const kind = random.next();
  if (kind < 0.4) return `menu.item_${at}`;
  if (kind < 0.7) return `${borderText(random)}k${at}`;
  return `${random.pick(['', ' ', 'a'])}${at}k${borderText(random)}`;
}

/** Returns a name of letters, digits and underscores. */
export const plainName = (random: Random, at: number): string =>
  `${random.pick(['title', 'menu_open', 'a', 'errorText', 'x1'])}_${at}`;

/** Escapes all characters of a text other than ASCII letters, digits and spaces. */
export const escaped = (text: string, escapeUnit: (unit: string) => string): string =>
  text.replaceAll(/[^a-zA-Z0-9 ]/g, escapeUnit);

export const hexOf = (unit: string, digits = 4): string =>
  unit.charCodeAt(0).toString(16).padStart(digits, '0');

/** True for a text that every format can store without quotes and escapes. */
export const isSimple = (text: string): boolean => /^[a-z]+(?: [a-z]+)*$/i.test(text);
