/** A fault that whoever runs the command can act on: one line, no stack. */
export class SetupError extends Error {}

/** Says what is going on. On stderr: stdout belongs to the entry. */
export function say(line) {
  console.error(`parlance: ${line}`);
}
