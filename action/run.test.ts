import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../apps/api/test/cli/world.ts';
import { buildPackage } from '../packages/cli/scripts/build.ts';
import type { Clone } from '../packages/cli/test/clone.ts';
import { ensurePacked } from '../scripts/run/build.mjs';
// @ts-expect-error: plain JavaScript for the Node of a runner
import { splitWords } from './split-words.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
const MARK = '<!-- parlance:diff -->';

interface Comment {
  id: number;
  body: string;
}

/** A fake of GitHub's REST API for the comments of an issue. */
class GitHub {
  readonly server: Server;
  readonly calls: string[] = [];
  comments: Comment[] = [];
  #next = 1_000;

  constructor() {
    this.server = createServer(async (request, response) => {
      const url = new URL(request.url!, 'http://github.test');
      const sent = request.method === 'GET' ? {} : await json(request).catch(() => ({}));
      const answer = (status: number, body: unknown = null) => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(body === null ? '' : JSON.stringify(body));
      };
      if (request.headers.authorization !== 'Bearer of the run') return answer(403, {});
      this.calls.push(`${request.method} ${url.pathname}`);
      const id = Number(/\/issues\/comments\/(\d+)$/.exec(url.pathname)?.[1]);
      const known = this.comments.find((one) => one.id === id);
      const { body } = sent as Comment;
      if (request.method === 'GET') {
        const page = Number(url.searchParams.get('page'));
        const size = Number(url.searchParams.get('per_page'));
        return answer(200, this.comments.slice((page - 1) * size, page * size));
      }
      if (request.method === 'POST') {
        this.comments.push({ id: this.#next++, body });
        return answer(201, this.comments.at(-1));
      }
      if (!known) return answer(404, {});
      if (request.method === 'PATCH') known.body = body;
      else this.comments = this.comments.filter((one) => one !== known);
      return answer(request.method === 'PATCH' ? 200 : 204, known);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

let world: World;
let github: GitHub;
let folder: string;
beforeAll(async () => {
  world = await World.start();
  github = new GitHub();
  await once(github.server.listen(0, '127.0.0.1'), 'listening');
  folder = mkdtempSync(join(tmpdir(), 'parlance-action-'));
  const event = { pull_request: { number: 7 } };
  writeFileSync(join(folder, 'event.json'), JSON.stringify(event));
});
afterAll(async () => {
  github?.server.close();
  rmSync(folder, { recursive: true, force: true });
  await world?.close();
});

const git = (clone: Clone, ...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', ...argv], {
    cwd: clone.root,
  });

/** Creates a repository with the command line installed. */
async function makeRepository(texts: Record<string, string>): Promise<[Clone, string]> {
  const projectId = await world.createProject(texts);
  const clone = world.clone(projectId);
  clone.write('.gitignore', 'node_modules\n.home\n');
  await buildPackage(join(clone.root, 'node_modules/@parlance/cli'));
  git(clone, 'init', '--quiet');
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', 'Begin');
  return [clone, projectId];
}

interface Step {
  exit: number;
  changed: string;
  out: string;
  summary: string;
}

/** Runs the action as a runner does. */
function runStep(clone: Clone, command: string, more: Record<string, string> = {}): Promise<Step> {
  const [output, summary] = ['output', 'summary'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  for (const path of [output, summary]) writeFileSync(path, '');
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: clone.root,
    ...world.env,
    PARLANCE_COMMAND: command,
    PARLANCE_VERSION: '',
    npm_config_cache: join(folder, 'npm'),
    PARLANCE_TOKEN: 'of the run',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'acme/app',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
    ...more,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [RUN], { cwd: clone.root, env }, (_, stdout, stderr) =>
      resolve({
        exit: child.exitCode!,
        changed: readFileSync(output, 'utf8').trim(),
        out: stdout + stderr,
        summary: readFileSync(summary, 'utf8'),
      }),
    );
  });
}

describe('the action', () => {
  it('keeps one comment on a pull request up to date, and removes the comment when no text differs', async () => {
    const [clone, projectId] = await makeRepository({ a: 'A' });
    const others = Array.from({ length: 120 }, (_, id) => ({ id, body: `comment ${id}` }));
    github.comments = [...others];
    const diff = () =>
      runStep(clone, 'diff --format markdown --findings --estimate', { PARLANCE_COMMENT: 'true' });
    const first = await diff();
    expect(first).toMatchObject({ exit: 0, changed: 'changed=false' });
    expect(first.summary).toContain(MARK);
    const own = () => github.comments.filter(({ body }) => body.startsWith(MARK));
    expect(own()).toMatchObject([{ id: 1_000, body: expect.stringContaining('**1 text differs') }]);
    github.calls.length = 0;
    await diff();
    expect(github.calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
    await world.put(projectId, { b: '<img src=x> @everyone' });
    await diff();
    expect(own()).toMatchObject([{ id: 1_000, body: expect.stringContaining('**2 texts differ') }]);
    expect(own()[0]!.body).toContain('\\@everyone');
    clone.write('locales/en.json', { c: 'Close' });
    clone.write('locales/de.json', { b: 'B' });
    await diff();
    expect(own()[0]!.body).toMatch(
      /\n\*\*1 finding\*\*\n[\s\S]*\n1 source text to translate\. No engine translates into de\.\n/,
    );
    for (const name of ['en', 'de']) rmSync(join(clone.root, `locales/${name}.json`));
    expect(await runStep(clone, 'pull')).toMatchObject({ exit: 0, changed: 'changed=true' });
    expect(await diff()).toMatchObject({ exit: 0, changed: 'changed=false' });
    expect(github.comments).toEqual(others);
  });

  it('exits with the code of the command, and reports faulty settings', async () => {
    const [clone] = await makeRepository({ a: 'A' });
    expect(await runStep(clone, 'diff')).toMatchObject({ exit: 1, changed: 'changed=false' });
    expect((await runStep(clone, 'nonsense')).exit).toBe(2);
    expect((await runStep(clone, 'pull', { PARLANCE_KEY: 'none' })).exit).toBe(3);
    expect((await runStep(clone, "pull '")).out).toContain('A quote is not closed');
    const denied = await runStep(clone, 'diff --format markdown', {
      PARLANCE_COMMENT: 'true',
      PARLANCE_TOKEN: 'another',
    });
    expect([denied.exit, denied.out]).toEqual([1, expect.stringContaining('pull-requests: write')]);
    writeFileSync(join(folder, 'push.json'), '{}');
    const pushed = await runStep(clone, 'diff --format markdown', {
      PARLANCE_COMMENT: 'true',
      GITHUB_EVENT_PATH: join(folder, 'push.json'),
    });
    expect([pushed.exit, pushed.out]).toEqual([0, expect.stringContaining('no pull request')]);
    rmSync(join(clone.root, 'node_modules'), { recursive: true });
    expect(await ensurePacked(ROOT, process.execPath)).toBe(true);
    const served = await runStep(clone, 'whoami');
    expect([served.exit, served.out]).toEqual([0, expect.stringContaining(world.app.url)]);
    const nowhere = await runStep(clone, 'check --offline', { PARLANCE_URL: '' });
    expect([nowhere.exit, nowhere.out]).toEqual([1, expect.stringContaining('or set "url"')]);
    const latest = await runStep(clone, 'diff', { PARLANCE_VERSION: 'latest' });
    expect([latest.exit, latest.out]).toEqual([1, expect.stringContaining('not "latest"')]);
  });

  it.each([
    ['push --prune', ['push', '--prune']],
    ['  a  "b c"  \'d "e\'  f"g"h ', ['a', 'b c', 'd "e', 'fgh']],
    ['a "" $HOME `id` $(id) ; | && *', ['a', '', '$HOME', '`id`', '$(id)', ';', '|', '&&', '*']],
    ['', []],
  ])('splits the command %j without a shell', (command, words) => {
    expect(splitWords(command)).toEqual(words);
  });
});
