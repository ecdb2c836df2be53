/** A fault that whoever runs the command can act on: one line, no stack. */
export class SetupError extends Error {}

/** What is being done, where it takes long. On stderr: stdout is the entry's. */
export function say(line) {
  console.error(`parlance: ${line}`);
}
