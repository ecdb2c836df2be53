import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from '../../packages/cli/scripts/bundle-program.ts';
import { type EngineFormat, LIBRARIES } from '../files/libraries.ts';
import { inTurn, type Row, type Suite } from '../suite.ts';

const ROUNDS = 5;
const TIMES = 6;
const MB = 1024 * 1024;
const SOURCE = fileURLToPath(new URL('../files/run-engine.ts', import.meta.url));
const TOOLKIT = fileURLToPath(new URL('../files/toolkit.py', import.meta.url));
/** Debian's Python, which can import Debian's translate-toolkit. */
const PYTHON = '/usr/bin/python3';
/** Modules and classes of translate-toolkit, by format. */
const CLASSES: Readonly<Record<EngineFormat, readonly [module: string, name: string]>> = {
  json: ['jsonl10n', 'JsonFile'],
  po: ['pypo', 'pofile'],
  android: ['aresource', 'AndroidResourceFile'],
  xliff: ['xliff', 'xlifffile'],
  properties: ['properties', 'javautf8file'],
  resx: ['resx', 'RESXFile'],
};
/**
 * Goals against libraries that write the file they read. The XML libraries change references and drop comments, so they
 * have no goal.
 */
const LIBRARY_GOALS: Readonly<Partial<Record<EngineFormat, number>>> = { json: 1.3, properties: 1 };

interface Figures {
  readonly tookMs: number;
  readonly peakMb: number;
}

export const files: Suite = {
  name: 'files',
  title: 'Files without the service',
  about:
    'Files of 100,000 messages, with 33 characters per name and 25 per value, are read and written again, each in a ' +
    'process of its own. The service and its CLI read and write as streams; the others hold their document. Figures are ' +
    'the processor time of reading and writing without the start, and the peak of the memory above that of an empty ' +
    'process of Node. Both engines of Node are bundled, as the CLI is. The limit of the memory is a script that reads the ' +
    'same file as a stream and splits it into lines, in the same run. `JSON.parse` and `properties-file` are compared ' +
    'although they keep only the last of two entries with the same name, which ours refuses with both lines. Half of the ' +
    'time of ours in a new process is that of V8 which compiles our code; the engine of JSON is compiled already.',
  async *rows() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-files-'));
    try {
      await bundleProgram(SOURCE, join(folder, 'engine'));
      const engine = join(folder, 'engine/run-engine.js');
      for (const format of Object.keys(LIBRARIES) as EngineFormat[]) {
        yield* rowsOf(engine, format, join(folder, format));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'] }).toString();

const figuresOf = (program: string, ...args: readonly string[]): Figures =>
  JSON.parse(run(program, ...args)) as Figures;

const EMPTY = `const { readFileSync } = require('node:fs');
console.log(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] / 1024);`;

/** Measures an engine in a process that has already processed the file, like a running service. */
async function againRow(engine: string, format: EngineFormat, path: string): Promise<Row> {
  const again = async (by: 'ours' | 'library') =>
    figuresOf(process.execPath, engine, format, by, path, String(TIMES)).tookMs;
  const { ours, theirs } = await inTurn(
    ROUNDS,
    () => again('ours'),
    () => again('library'),
  );
  return {
    name: `read and write ${format} for the ${TIMES}th time in a process`,
    unit: 'ms',
    ours,
    against: { name: LIBRARIES[format].name, figures: theirs },
  };
}

async function* rowsOf(engine: string, format: EngineFormat, path: string): AsyncGenerator<Row> {
  run(process.execPath, engine, format, 'make', path);
  const fileMb = statSync(path).size / MB;
  const emptyMb = Number(run(process.execPath, '-e', EMPTY));
  const ours: Figures[] = [];
  const library: Figures[] = [];
  const bare: Figures[] = [];
  const toolkit: Figures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(figuresOf(process.execPath, engine, format, 'ours', path));
    library.push(figuresOf(process.execPath, engine, format, 'library', path));
    bare.push(figuresOf(process.execPath, engine, format, 'bare', path));
    toolkit.push(figuresOf(PYTHON, TOOLKIT, ...CLASSES[format], path));
  }
  const times = (all: readonly Figures[]) => all.map(({ tookMs }) => tookMs);
  const { name } = LIBRARIES[format];
  const goal = { atMost: 1 };
  const libraryGoal = LIBRARY_GOALS[format];
  yield {
    name: `read and write ${format}`,
    unit: 'ms',
    ours: times(ours),
    goal,
    against: { name: 'translate-toolkit', figures: times(toolkit) },
  };
  yield {
    name: `read and write ${format}`,
    unit: 'ms',
    ours: times(ours),
    against: { name, figures: times(library) },
    ...(libraryGoal !== undefined && { goal: { atMost: libraryGoal } }),
  };
  if (libraryGoal !== undefined) yield await againRow(engine, format, path);
  const memory = {
    name: `read and write ${format}: memory above an empty process`,
    unit: 'MB',
    ours: ours.map(({ peakMb }) => peakMb - emptyMb),
  };
  yield { ...memory, against: { name: 'the file', figures: [fileMb] }, goal: { atMost: 2 } };
  yield {
    ...memory,
    against: {
      name: 'reading the file as a stream and splitting it into lines',
      figures: bare.map(({ peakMb }) => peakMb - emptyMb),
    },
  };
}
