// The checks of texts. They are a separate entry point, because the web app loads them only when a text
// is open.
export { verifyLine } from './form/verify-line.ts';
export { knownRuntimes } from './runtimes/known-runtimes.ts';
export { verifyWithFixes } from './verify/verify-with-fixes.ts';
