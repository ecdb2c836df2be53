import type { TextFieldProps } from '../field/text-field-props.ts';
import type { OpenCell } from '../open-cell.ts';
import type { PairStart } from '../pair.tsx';
import type { OpenFamily } from './family.ts';

export interface FamilyFieldProps extends Omit<TextFieldProps, 'cell' | 'label' | keyof PairStart> {
  /** The cells of the plural forms that have a key or that the locale needs. */
  cells: readonly OpenCell[];
  family: OpenFamily;
  localeName: string;
}
