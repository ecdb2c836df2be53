import { build } from 'rolldown';

/** Bundles a program to JavaScript without dependencies. Dynamic imports become separate chunks. */
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
      // Prefers ES modules, because modules that choose their imports at run time cannot be
      // bundled.
      mainFields: ['module', 'main'],
    },
    output: { dir, format: 'esm', minify: true, cleanDir: true },
    logLevel: 'warn',
  });
}
