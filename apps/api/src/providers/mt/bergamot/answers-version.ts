import { createRequire } from 'node:module';

/** Raise it when the same models give other answers: another option of Marian, other sentences. */
const REVISION = 2;

/** Version of the wasm with ours: with the models, answers depend on nothing else. */
export const ANSWERS_VERSION = `${readWasmVersion()}-${REVISION}`;

function readWasmVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)(
    '@browsermt/bergamot-translator/package.json',
  );
  const { version } = manifest as { version: string };
  return version;
}
