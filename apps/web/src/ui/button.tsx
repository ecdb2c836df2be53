import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import css from './button.module.css';

export interface ButtonProps extends AriaButtonProps {
  /** Kind of the button. Defaults to `primary`. A page has only one primary button. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
}

export function Button({ kind = 'primary', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`${css.button} ${css[kind]}`} />;
}

/** Returns the style of a button for a link. */
export const buttonClass = (kind: 'primary' | 'secondary' | 'quiet' = 'primary'): string =>
  `${css.button} ${css[kind]}`;
