// Parts of the interface know no package of ours.
export { diffWords, wordsOf } from '@parlance/messages';
