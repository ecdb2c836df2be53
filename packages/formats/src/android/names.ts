import { escapeAttribute, hexOf } from '../xliff/inline/characters.ts';

/**
 * Characters that must be escaped in names: the backslash, which begins an escape, and characters
 * that XML 1.0 excludes (production 2).
 */
const TO_ESCAPE = /[\\\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const TO_ESCAPE_ALL = new RegExp(TO_ESCAPE, 'g');

function escapeName(name: string): string {
  if (!TO_ESCAPE.test(name)) return escapeAttribute(name);
  const escaped = name.replace(TO_ESCAPE_ALL, (character) =>
    character === '\\' ? '\\\\' : `\\u${hexOf(character).toLowerCase()}`,
  );
  return escapeAttribute(escaped);
}

const unescapeName = (name: string): string =>
  !name.includes('\\')
    ? name
    : name.replaceAll(/\\(?:\\|u([0-9a-f]{4}))/g, (_, digits?: string) =>
        digits === undefined ? '\\' : String.fromCharCode(Number.parseInt(digits, 16)),
      );

const PRODUCT = /^([\s\S]*)\[product=([^\]]+)\]$/;

export function resourceName(name: string, product: string | undefined): string {
  const plainName = unescapeName(name);
  return product ? `${plainName}[product=${unescapeName(product)}]` : plainName;
}

export function nameAttributes(name: string): string {
  const [, plainName, product] = (name.endsWith(']') ? PRODUCT.exec(name) : null) ?? [];
  if (plainName === undefined || product === undefined) return `name="${escapeName(name)}"`;
  return `name="${escapeName(plainName)}" product="${escapeName(product)}"`;
}

/** Splits the name of an array element, such as `days[0]`. Returns null for any other name. */
export function elementOf(name: string): { array: string; index: number } | null {
  if (!name.endsWith(']')) return null;
  const open = name.lastIndexOf('[');
  const digits = name.slice(open + 1, -1);
  if (open === -1 || !/^(?:0|[1-9]\d{0,8})$/.test(digits)) return null;
  return { array: name.slice(0, open), index: Number(digits) };
}
