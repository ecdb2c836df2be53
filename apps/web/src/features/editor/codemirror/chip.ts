import type { Token } from '@parlance/messages';

/** True for what a person must not take apart. An emoji reads as a word. */
export const isChip = (token: Token): boolean =>
  token.type !== 'text' && !(token.type === 'placeholder' && token.kind === 'emoji');
