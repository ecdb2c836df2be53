import type { Token } from '@parlance/messages';

/** True for a placeholder or a tag, which the user must not split. False for a word. An emoji counts as a word. */
export const isChip = (token: Token): boolean =>
  token.type !== 'text' && !(token.type === 'placeholder' && token.kind === 'emoji');
