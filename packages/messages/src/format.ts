// Formatting of compiled messages. It needs nothing but `Intl`, and the published reader contains a copy of it.
export type { CompiledIcu } from './compiled/compiled-icu.ts';
export type { CompiledMf2 } from './compiled/compiled-mf2.ts';
export { formatIcu, type IcuValue, type IcuValues } from './compiled/format-icu.ts';
export {
  type FormattedPart,
  formatMf2,
  formatMf2ToParts,
  type Mf2Options,
  type Mf2Values,
} from './compiled/format-mf2.ts';
