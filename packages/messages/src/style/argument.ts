import type { MessageFormat, PlaceholderToken } from '../token/token.ts';

export type ArgumentKind = 'none' | 'number' | 'date' | 'time';

/** An argument with the style in which a program formats it, as in `{price, number, percent}`. */
export interface StyledArgument {
  readonly name: string;
  readonly kind: ArgumentKind;
  /** Style, pattern or skeleton as written. Empty if there is none. */
  readonly style: string;
}

const ICU = /^\{\s*([^\s,{}]+)\s*(?:,\s*(number|date|time)\s*(?:,(.*))?)?\}$/su;
// Java accepts white space around the number of an argument, and trims the type.
const JAVA = /^\{(\d+)(?:,\s*(number|date|time)\s*(?:,(.*))?)?\}$/isu;
// .NET ignores white space after the number and around the width, but not before the number.
const DOTNET = /^\{(\d+)\s*(?:,\s*-?\d+\s*)?(?::(.*))?\}$/su;

/** Reads the argument of a placeholder. Null for a placeholder that has no style of its own. */
export function readArgument(
  { source, kind }: PlaceholderToken,
  format: MessageFormat,
): StyledArgument | null {
  if (format === 'dotnet' && kind === 'brace') {
    const [, name, style = ''] = DOTNET.exec(source) ?? [];
    return name === undefined ? null : { name, kind: 'none', style };
  }
  const pattern = kind === 'icu' ? ICU : format === 'java' && kind === 'brace' ? JAVA : null;
  if (pattern === null) return null;
  const [, name, type = 'none', style = ''] = pattern.exec(source) ?? [];
  if (name === undefined) return null;
  return { name, kind: type.toLowerCase() as ArgumentKind, style: style.trim() };
}

/**
 * Returns the same string for arguments that show the same value. The style does not matter. Java
 * formats `{0,number}` only if the value is a number, and other formats show `{n}` in the same way.
 */
export const identityOf = ({ name, kind }: StyledArgument, format: MessageFormat): string =>
  kind === 'none' || (kind === 'number' && format !== 'java') ? `{${name}}` : `{${name},${kind}}`;
