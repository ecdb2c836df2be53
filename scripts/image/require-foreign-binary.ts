import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltStage } from './build-stages.ts';

/** ELF machine numbers (`e_machine`) by architecture. */
const MACHINES: Readonly<Record<string, number>> = { amd64: 0x3e, arm64: 0xb7 };
const MACHINE_AT = 18;

/** Throws unless the stage has native code for the given architecture and for no other. */
export function requireForeignBinary({ root }: BuiltStage, architecture: string): void {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.node'))
    .map((path) => join(root, path));
  if (paths.length === 0) throw new Error(`The image for ${architecture} has no native code.`);
  for (const path of paths) {
    const machine = readFileSync(path).readUInt16LE(MACHINE_AT);
    if (machine !== MACHINES[architecture]) {
      throw new Error(`${path} is not for ${architecture} (machine ${machine}).`);
    }
  }
}
