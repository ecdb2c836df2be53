import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's Python. It has Debian's translate-toolkit even if another Python is first in the PATH. */
const PYTHON = '/usr/bin/python3';

const SCRIPT = `
import importlib, json, sys
store = getattr(importlib.import_module('translate.storage.' + sys.argv[1]), sys.argv[2])()
store.parse(open(sys.argv[3], 'rb').read())
print(json.dumps([
    [unit.getid(), str(unit.target or unit.source or ''), unit.getnotes().strip()]
    for unit in store.units if unit.istranslatable() or unit.getid()
]))
`;

export const hasToolkit = spawnSync(PYTHON, ['-c', 'import translate.storage.base']).status === 0;

/** Returns the names, texts and notes that a class of translate-toolkit reads from a file. */
export function readWithToolkit(
  [module, name]: readonly [module: string, name: string],
  file: Uint8Array | string,
): [name: string, text: string, notes: string][] {
  const folder = mkdtempSync(join(tmpdir(), 'toolkit-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, file);
    const { stdout, stderr } = spawnSync(PYTHON, ['-c', SCRIPT, module, name, path], {
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
