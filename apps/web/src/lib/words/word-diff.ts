// The interface components must not import packages of the repository directly.
export { diffWords, wordsOf } from '@parlance/messages';
