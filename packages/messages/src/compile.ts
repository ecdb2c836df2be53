import { compileIcu } from './compiled/compile-icu.ts';
import { compileMf2 } from './compiled/compile-mf2.ts';
import type { CompiledIcu } from './compiled/compiled-icu.ts';
import type { CompiledMf2 } from './compiled/compiled-mf2.ts';

/** Message formats that can be compiled. */
export const COMPILED_FORMATS = ['icu', 'mf2'] as const;
export type CompiledFormat = (typeof COMPILED_FORMATS)[number];

/** Compiles a message for `formatIcu` or `formatMf2`. A message that is not valid is returned as it is. */
export const compileMessage = (
  text: string,
  format: CompiledFormat,
  locale: string,
): CompiledIcu | CompiledMf2 =>
  (format === 'mf2' ? compileMf2(text) : compileIcu(text, locale)) ?? text;
