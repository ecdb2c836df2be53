import type { Token } from '@parlance/messages';

/** True for a token that the user must not split. An emoji counts as a word. */
export const isChip = (token: Token): boolean =>
  token.type !== 'text' && !(token.type === 'placeholder' && token.kind === 'emoji');
