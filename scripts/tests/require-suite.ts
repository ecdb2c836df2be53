/**
 * Ends the process with a sentence if `--project` of the command line names no suite: Vitest would
 * show the stack of an error of its own. Checks no pattern such as `every*`.
 */
export function requireSuite(names: readonly string[]): void {
  const { argv } = process;
  const flag = argv.indexOf('--project');
  if (flag === -1) return;
  const given = argv[flag + 1] ?? '';
  if (names.includes(given) || /[*!]/.test(given)) return;
  const fault = given === '' ? 'Name a suite' : `There is no suite ${given}`;
  console.error(`${fault}. The suites are ${names.join(', ')}: npm run test:suite ${names[1]}`);
  process.exit(2);
}
