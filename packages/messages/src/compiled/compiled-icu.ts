/**
 * An ICU message as data, ready to be formatted. A string is a text without arguments. In an array, a string is a
 * text, 0 is the number that `#` stands for, and an array is an argument.
 */
export type CompiledIcu = string | readonly IcuPart[];

export type IcuPart =
  | string
  | 0
  | readonly [name: string, kind?: undefined]
  | readonly [name: string, kind: 'number', options?: Intl.NumberFormatOptions & { scale?: number }]
  | readonly [name: string, kind: 'date', options?: Intl.DateTimeFormatOptions]
  | readonly [name: string, kind: 'cardinal' | 'ordinal', forms: IcuForms, offset?: number]
  | readonly [name: string, kind: 'select', forms: IcuForms]
  | readonly [name: string, kind: 'tag', content: CompiledIcu];

/** Forms of a selector by their keys, such as `=1`, `one` or `other`. Each selector has the form `other`. */
export type IcuForms = Readonly<Record<string, CompiledIcu>>;
