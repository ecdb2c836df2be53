// The components of the user interface must not import packages of the repository directly, so these functions are
// exported here.
export { diffWords, wordsOf } from '@parlance/messages';
