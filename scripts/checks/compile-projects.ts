import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/**
 * Compiles the TypeScript projects of some folders in one process. Returns the messages for each folder, or an empty
 * string if there are no errors.
 */
export async function compileProjects(folders: readonly string[]): Promise<Map<string, string>> {
  const output = await new Promise<string>((resolve) => {
    const args = [TSC, '--build', '--pretty', 'false', ...folders];
    execFile(process.execPath, args, { cwd: '/' }, (_, stdout) => resolve(stdout));
  });
  const messages = new Map(folders.map((folder) => [folder, '']));
  let folder: string | undefined;
  for (const line of output.split('\n').filter(Boolean)) {
    // Continuation lines of a message are indented.
    if (!line.startsWith(' '))
      folder = folders.find((folder) => `/${line}`.startsWith(`${folder}/`));
    if (folder === undefined) throw new Error(`the compiler says: ${output}`);
    messages.set(folder, `${messages.get(folder)}${line}\n`);
  }
  for (const one of folders) {
    if (!existsSync(join(one, 'tsconfig.tsbuildinfo'))) throw new Error(`${one} was not compiled`);
  }
  return messages;
}
