import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { documentPages, listNotRun, reasonNotToRun } from './blocks-not-run.ts';
import { pipelineCommands } from './pipeline-commands.ts';
import { placeOf, readBlocks } from './read-blocks.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { Shell } from './shell.ts';

const ROOT = resolve(import.meta.dirname, '../..');

it('pipelineCommands finds the commands of steps, jobs, hooks and the action', () => {
  const yaml = `
jobs:
  one:
    steps:
      - uses: actions/checkout@v7
      - run: npm ci
      - uses: <owner>/<repository>/action@<tag>
        with: { command: diff --findings, url: x }
.job: { before_script: [a], script: [b, c] }
pre-commit: { commands: { texts: { glob: "*", run: d } } }
`;
  expect(pipelineCommands(yaml)).toEqual([
    'npm ci',
    'npx --no -- parlance diff --findings',
    'a',
    'b',
    'c',
    'd',
  ]);
});

it('readBlocks returns lines and file names, and rejects a block that is not closed', () => {
  const root = mkdtempSync(join(tmpdir(), 'parlance-blocks-'));
  try {
    const list = 'In `src/a.json` or `src/b.ts`:\n\n   ```ts\n   if\n     d\n   ```\n';
    writeFileSync(
      join(root, 'a.md'),
      `# A\n\n\`\`\`sh\na\n\nb\n\`\`\`\n\`\`\`\nc\n\`\`\`\n${list}`,
    );
    expect(readBlocks(root, 'a.md')).toEqual([
      { page: 'a.md', line: 3, language: 'sh', text: 'a\n\nb', file: null },
      { page: 'a.md', line: 8, language: '', text: 'c', file: null },
      { page: 'a.md', line: 13, language: 'ts', text: 'if\n  d', file: 'src/b.ts' },
    ]);
    writeFileSync(join(root, 'a.md'), '```sh\na\n');
    expect(() => readBlocks(root, 'a.md')).toThrow('a.md:1: the block is not closed');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

it('the shell keeps variables between blocks, and ends at the first command that fails', async () => {
  const shell = new Shell(tmpdir(), { PATH: process.env.PATH! });
  try {
    expect(await shell.run('A="a b"\necho "$A" >&2')).toContain('a b');
    expect(await shell.read('A')).toBe('a b');
    await shell.run('false', 1);
    await expect(shell.run('echo before; false | cat; echo after')).rejects.toThrow(/1:\nbefore/);
  } finally {
    shell.kill();
  }
});

it('the recording proxy records a rejected request before its client gets the response', async () => {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === '/there' ? 200 : 404).end('said');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy = await startRecordingProxy((server.address() as AddressInfo).port);
  try {
    const ask = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${proxy.port}${path}`)).text();
    expect(await ask('/there')).toBe('said');
    expect(proxy.takeRefused()).toEqual([]);
    expect(await ask('/gone')).toBe('said');
    expect(proxy.takeRefused()).toEqual(['GET /gone answers 404']);
    expect(proxy.takeRefused()).toEqual([]);
  } finally {
    proxy.close();
    server.close();
  }
});

it('listNotRun rejects a block that nothing runs and a reason that no block needs', () => {
  const blocks = documentPages(ROOT).flatMap((page) => readBlocks(ROOT, page));
  const runnable = blocks.filter((block) => reasonNotToRun(block) === undefined);
  const ran = new Set(runnable.map(placeOf));
  const notRun = listNotRun(ROOT, ran);
  expect(notRun.length).toBeGreaterThan(20);
  const named = notRun.flatMap((line) => [
    ...line.matchAll(/: .*?\b((?:apps|packages)\/[\w./-]+)/g),
  ]);
  expect(named.map(([, path]) => path!).filter((path) => !existsSync(join(ROOT, path)))).toEqual(
    [],
  );
  const [first] = ran;
  ran.delete(first!);
  expect(() => listNotRun(ROOT, ran)).toThrow(`Blocks that nothing runs: ${first}`);
  const all = new Set(blocks.map(placeOf));
  expect(() => listNotRun(ROOT, all)).toThrow(
    'No block is left that begins so: README.md npm start',
  );
});
