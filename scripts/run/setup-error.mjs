/** An error that the user can fix. It is shown in one line without a stack. */
export class SetupError extends Error {}

/** Prints progress to stderr. The entry owns stdout. */
export function say(line) {
  console.error(`parlance: ${line}`);
}
