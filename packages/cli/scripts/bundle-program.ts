import { build } from 'rolldown';

/** Bundles a program to JavaScript without dependencies. Dynamic imports become chunks of their own. */
export async function bundleProgram(
  input: string,
  dir: string,
  { alias = {} }: { alias?: Record<string, string> } = {},
): Promise<void> {
  await build({
    input,
    platform: 'node',
    resolve: {
      alias,
      // Modules first: others cannot be bundled if they choose their imports when they run.
      mainFields: ['module', 'main'],
    },
    output: { dir, format: 'esm', minify: true, cleanDir: true },
    logLevel: 'warn',
  });
}
