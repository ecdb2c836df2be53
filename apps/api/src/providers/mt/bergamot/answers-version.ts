import { createRequire } from 'node:module';

/**
 * Increase this number when a change of the code makes the same models give other translations, for
 * example a change of Marian's options.
 */
const REVISION = 2;

/**
 * Version of the WebAssembly module and of this code. Together with the models, it determines every
 * translation.
 */
export const ANSWERS_VERSION = `${readWasmVersion()}-${REVISION}`;

function readWasmVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)(
    '@browsermt/bergamot-translator/package.json',
  );
  const { version } = manifest as { version: string };
  return version;
}
