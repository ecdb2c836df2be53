import { createRequire } from 'node:module';

/** Increase this number when a code change makes the same models give other translations. */
const REVISION = 2;

export const ANSWERS_VERSION = `${readWasmVersion()}-${REVISION}`;

function readWasmVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)(
    '@browsermt/bergamot-translator/package.json',
  );
  const { version } = manifest as { version: string };
  return version;
}
