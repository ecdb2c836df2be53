import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import {
  type FakeInstallation,
  IS_LINUX,
  listGroup,
  makeInstallation,
  signalStage,
  waitUntil,
} from '../../../../test/engines/apertium/installation.ts';
import { caught } from '../../../../test/engines/caught.ts';
import { EngineError } from '../engine.ts';
import { Pipe, type PipeOptions } from './pipe.ts';
import type { PipeOutcome } from './request-line.ts';

/** A program that crashes on the text CRASH, swaps the marks of requests on SWAP, and does not answer HANG. */
const STAGES = [
  `sed -u '/CRASH/Q5'`,
  `sed -u '/SWAP/s/q:/q:9/g'`,
  'hang',
  `sed -u 's/cat/gato/g'`,
].join(' | ');

const HANG = `#!/bin/bash
while IFS= read -r -d '' block; do
  case $block in *HANG*) sleep 600 ;; esac
  printf '%s\\0' "$block"
done
`;

let installation: FakeInstallation;
let modeFile: string;
const pipes: Pipe[] = [];

beforeAll(async () => {
  installation = await makeInstallation();
  await installation.addProgram('hang', HANG);
  modeFile = await installation.addMode('eng-spa', STAGES);
});
afterEach(async () => {
  await Promise.all(pipes.splice(0).map((pipe) => pipe.close()));
});
afterAll(() => installation.remove());

function open(overrides: Partial<PipeOptions> = {}): { pipe: Pipe; logs: string[] } {
  const logs: string[] = [];
  const pipe = new Pipe({
    command: { modeFile, searchPath: installation.searchPath },
    label: 'eng-spa',
    requestTimeoutMs: 2_000 * SLOWNESS,
    startTimeoutMs: 10_000 * SLOWNESS,
    log: (message, fields) => logs.push(`${message} ${JSON.stringify(fields)}`),
    ...overrides,
  });
  pipes.push(pipe);
  return { pipe, logs };
}

const never = new AbortController().signal;
const answersOf = (outcomes: readonly PipeOutcome[]): (string | undefined)[] =>
  outcomes.map((outcome) => ('answer' in outcome ? outcome.answer : undefined));
const codesOf = (outcomes: readonly PipeOutcome[]): (string | undefined)[] =>
  outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : undefined));
const manyCats = (count: number) => Array.from({ length: count }, (_, index) => `cat ${index}`);
const manyGatos = (count: number) => Array.from({ length: count }, (_, index) => `gato ${index}`);

describe.skipIf(!IS_LINUX)('a pipe', () => {
  it('starts at the first request and answers in order', async () => {
    const { pipe } = open();
    expect(pipe.pid()).toBeUndefined();
    expect(answersOf(await pipe.request(manyCats(300), never))).toEqual(manyGatos(300));
    expect(pipe.pid()).toBeDefined();
  });

  it('answers concurrent calls, each with its own result', async () => {
    const { pipe } = open();
    const calls = Array.from({ length: 20 }, (_, call) => [`cat ${call}a`, `cat ${call}b`]);
    const answers = await Promise.all(calls.map((streams) => pipe.request(streams, never)));
    expect(answers.map(answersOf)).toEqual(
      calls.map((streams) => streams.map((text) => text.replace('cat', 'gato'))),
    );
  });

  it('answers an empty call without starting a process', async () => {
    const { pipe } = open();
    expect(await pipe.request([], never)).toEqual([]);
    expect(pipe.pid()).toBeUndefined();
  });

  for (const [poison, code] of [
    ['CRASH', 'engine_unavailable'],
    ['SWAP', 'engine_bad_response'],
    ['HANG', 'engine_timeout'],
  ] as const)
    it(`fails only the text that makes a stage ${poison.toLowerCase()}`, async () => {
      const { pipe, logs } = open({ requestTimeoutMs: 400 });
      const streams = manyCats(100).toSpliced(40, 0, poison);
      const outcomes = await pipe.request(streams, never);
      expect(answersOf(outcomes.toSpliced(40, 1))).toEqual(manyGatos(100));
      expect(codesOf(outcomes.slice(40, 41))).toEqual([code]);
      expect([2, 3]).toContain(logs.length);
    });

  it('writes no text to the log, even if a dying stage quotes it', async () => {
    await installation.addProgram(
      'quoting',
      `#!/bin/bash\nwhile IFS= read -r -d '' block; do\n` +
        `case $block in *SECRET*) echo "bad: $block" >&2; exit 1 ;; esac\n` +
        `printf '%s\\0' "$block"\ndone\n`,
    );
    const file = await installation.addMode('eng-yyy', 'quoting');
    const { pipe, logs } = open({
      command: { modeFile: file, searchPath: installation.searchPath },
    });
    const outcomes = await pipe.request(['SECRET'], never);
    expect(codesOf(outcomes)).toEqual(['engine_unavailable']);
    expect(logs.length).toBe(2);
    expect(logs.join()).not.toContain('SECRET');
  });

  it('fails each of several bad texts, and answers the other texts', async () => {
    const { pipe } = open();
    const streams = manyCats(60).map((text, index) => (index % 20 === 7 ? `CRASH ${text}` : text));
    const outcomes = await pipe.request(streams, never);
    for (const [index, outcome] of outcomes.entries())
      expect('error' in outcome, `${index}`).toBe(index % 20 === 7);
  });

  it('answers all requests although its process is killed meanwhile', async () => {
    const { pipe } = open();
    await pipe.request(['cat'], never);
    const first = pipe.pid() ?? 0;
    const answers = pipe.request(manyCats(500), never);
    signalStage(first, 'hang', 'SIGKILL');
    expect(answersOf(await answers)).toEqual(manyGatos(500));
    expect(pipe.pid()).not.toBe(first);
    expect(await waitUntil(() => listGroup(first).length === 0, 5_000)).toBe(true);
  });

  it('restarts if it died while it was idle', async () => {
    const { pipe } = open();
    await pipe.request(['cat'], never);
    const first = pipe.pid() ?? 0;
    signalStage(first, 'bash', 'SIGKILL');
    expect(await waitUntil(() => listGroup(first).length === 0, 5_000)).toBe(true);
    expect(answersOf(await pipe.request(['cat'], never))).toEqual(['gato']);
  });

  it('ends a call when its signal aborts, and continues other calls', async () => {
    const { pipe } = open({ requestTimeoutMs: 500 });
    await pipe.request(['cat'], never);
    const control = new AbortController();
    const aborted = caught(pipe.request(['HANG', 'cat 1'], control.signal));
    const other = pipe.request(['cat 2'], never);
    const reason = new Error('gone');
    control.abort(reason);
    expect(await aborted).toBe(reason);
    expect(answersOf(await other)).toEqual(['gato 2']);
  });

  it('sends nothing if the signal has already aborted', async () => {
    const { pipe } = open();
    const reason = new Error('gone');
    expect(await caught(pipe.request(['cat'], AbortSignal.abort(reason)))).toBe(reason);
    expect(pipe.pid()).toBeUndefined();
  });
});

describe.skipIf(!IS_LINUX)('a pipe that cannot start', () => {
  for (const [what, pipeline, said] of [
    ['a program is missing', 'no-such-program x', 'no-such-program'],
    ['a stage fails', `sed -u 's/x'`, 'unterminated'],
    ['a stage answers nothing', `sed -u -n '/x/p'`, 'no answer'],
    ['it holds two lines', 'sed p\nsed q', 'single line'],
  ] as const)
    it(`reports that ${what}, and refuses further calls immediately`, async () => {
      const file = await installation.addMode('eng-xxx', pipeline);
      const command = { modeFile: file, searchPath: installation.searchPath };
      const { pipe } = open({ command, startTimeoutMs: 300 });
      const error = await caught(pipe.request(manyCats(3), never));
      expect(error).toBeInstanceOf(EngineError);
      expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
      expect(String(error)).toContain(said);
      expect(pipe.fault()).toBe(error);
      expect(await caught(pipe.request(['cat'], never))).toBe(error);
    });

  it('fails with engine_unavailable if Apertium’s own program is missing', async () => {
    const command = { modeFile, searchPath: '/nowhere' };
    const error = await caught(open({ command }).pipe.request(['cat'], never));
    expect(error).toMatchObject({ code: 'engine_unavailable' });
  });
});

describe.skipIf(!IS_LINUX)('a closed pipe', () => {
  it('has ended its processes and rejected the waiting calls', async () => {
    const { pipe } = open();
    await pipe.request(['cat'], never);
    const group = pipe.pid() ?? 0;
    const waiting = caught(pipe.request(['HANG', ...manyCats(100)], never));
    await Promise.all([pipe.close(), pipe.close()]);
    expect(await waitUntil(() => listGroup(group).length === 0, 5_000)).toBe(true);
    expect(await waiting).toMatchObject({ code: 'engine_unavailable' });
    expect(await caught(pipe.request(['cat'], never))).toMatchObject({
      code: 'engine_unavailable',
    });
  });

  it('leaves no process even if it was closed during its start', async () => {
    const { pipe } = open();
    const waiting = caught(pipe.request(['cat'], never));
    await pipe.close();
    expect(await waiting).toMatchObject({ code: 'engine_unavailable' });
    expect(pipe.pid()).toBeUndefined();
  });
});
