/** A JSON value to write. `raw` is JSON text that is written unchanged. */
export type Json = string | Members | { readonly raw: string };
export type Members = readonly (readonly [name: string, value: Json])[];

export interface Style {
  readonly newline: string;
  /** White space of one indentation level. Empty for a file on one line. */
  readonly indent: string;
  readonly colon: string;
  readonly quote: (text: string) => string;
  /** True if an empty object is written with an empty line between its braces, as Xcode does. */
  readonly opensEmpty: boolean;
  /** White space before each member, by the depth of the object. */
  readonly leads: readonly string[];
}

export function createStyle(layout: Omit<Style, 'leads'>): Style {
  const { newline, indent } = layout;
  const leads = Array.from({ length: 16 }, (_, depth) => newline + indent.repeat(depth));
  return { ...layout, leads };
}

export const XCODE = createStyle({
  newline: '\n',
  indent: '  ',
  colon: ' : ',
  quote: JSON.stringify,
  opensEmpty: true,
});

/** The white space that `JSON.stringify` writes with an indentation of two spaces. */
export const TWO_SPACES = createStyle({
  newline: '\n',
  indent: '  ',
  colon: ': ',
  quote: JSON.stringify,
  opensEmpty: false,
});

export const leadOf = ({ newline, indent, leads }: Style, depth: number): string =>
  leads[depth] ?? newline + indent.repeat(depth);

export const renderMember = (name: string, value: Json, depth: number, style: Style): string =>
  style.quote(name) + style.colon + renderJson(value, depth, style);

export function renderJson(value: Json, depth: number, style: Style): string {
  if (typeof value === 'string') return style.quote(value);
  if ('raw' in value) return value.raw;
  const end = leadOf(style, depth);
  if (value.length === 0) return style.opensEmpty ? `{${style.newline}${end}}` : '{}';
  const lead = leadOf(style, depth + 1);
  let text = '{';
  for (const [name, member] of value) {
    text += `${text === '{' ? '' : ','}${lead}${renderMember(name, member, depth + 1, style)}`;
  }
  return `${text}${end}}`;
}
