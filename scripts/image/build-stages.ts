import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, matchesGlob, relative } from 'node:path';

/** A stage of a Dockerfile after its instructions have run. */
export interface BuiltStage {
  /** The folder that represents the root of the stage's file system. */
  readonly root: string;
  readonly env: Record<string, string>;
  /** Build arguments that the stage declares. */
  readonly args: Record<string, string>;
  /** The working directory, in `root`. */
  workdir: string;
  /** User and group ids, of which none is root. */
  user?: readonly [uid: number, gid: number];
  healthcheck: readonly string[];
  command: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

interface BuildOptions {
  /** The folder with the Dockerfile, `.dockerignore` and the files of the context. */
  readonly context: string;
  /** Folder for the files of all stages. */
  readonly folder: string;
  /** Number of stages to build. Defaults to all. */
  readonly count?: number;
  /** Build arguments, such as TARGETARCH. */
  readonly args: Variables;
  /** The environment of the base images, with the paths of node and npm. */
  readonly baseEnv: Variables;
}

/** Matches paths of the image in commands and variables. */
const IMAGE_PATH = /(?<=^|[\s"'=])\/(?:app|data)(?=$|[/\s"';&])/g;
const TIMEOUT_MS = 20 * 60_000;

/** Runs the instructions of the stages in order. Each stage uses a folder in place of a container. */
export function buildStages({ context, folder, count, args, baseEnv }: BuildOptions): BuiltStage[] {
  const dockerfile = readFileSync(join(context, 'Dockerfile'), 'utf8');
  const lines = dockerfile.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const built: BuiltStage[] = [];
  for (const line of lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [, name, flags, rest] = /^([A-Z]+)((?: --[\w-]+=\S+)*) +(.*)$/.exec(line) ?? [];
    if (!name || !rest) throw new Error(`This line is no instruction: ${line}`);
    const from = /--from=(\S+)/.exec(flags ?? '')?.[1];
    if (name === 'FROM') {
      if (built.length === count) break;
      const stage = / AS (\S+)$/.exec(rest)?.[1] ?? 'last';
      const [root, env] = [join(folder, stage), { ...baseEnv }];
      mkdirSync(root, { recursive: true });
      built.push({ root, env, args: {}, workdir: root, healthcheck: [], command: [] });
    } else if (name === 'COPY') {
      copy(rest, built.at(-1)!, from === undefined ? context : join(folder, from));
    } else {
      runInstruction(name, rest, built.at(-1)!, args);
    }
  }
  return built;
}

function runInstruction(name: string, rest: string, stage: BuiltStage, args: Variables): void {
  if (name === 'ARG') Object.assign(stage.args, variablesIn(rest, stage), args);
  else if (name === 'ENV') Object.assign(stage.env, variablesIn(rest, stage));
  else if (name === 'WORKDIR') stage.workdir = join(stage.root, rest);
  else if (name === 'RUN') runCommand(rest, stage);
  else if (name === 'USER') stage.user = userIn(rest);
  else if (name === 'HEALTHCHECK') stage.healthcheck = execFormIn(rest.replace(/^CMD /, ''));
  else if (name === 'CMD') stage.command = execFormIn(rest);
  else if (name !== 'VOLUME' && name !== 'EXPOSE') throw new Error(`${name} is not known here.`);
  mkdirSync(stage.workdir, { recursive: true });
}

const inRoot = (text: string, { root }: BuiltStage): string =>
  text.replaceAll(IMAGE_PATH, (path) => root + path);

/** Returns the variables of ENV or ARG (`A=b C="d e"`), with their paths in the folder of the stage. */
function variablesIn(text: string, stage: BuiltStage): Variables {
  const pairs = text.matchAll(/(\w+)(?:=(?:"([^"]*)"|(\S*)))?/g);
  return Object.fromEntries(
    Array.from(pairs, ([, name, quoted, plain]) => [name, inRoot(quoted ?? plain ?? '', stage)]),
  );
}

/** Copies files and the contents of folders, without the files that `.dockerignore` in their root names. */
function copy(rest: string, { workdir }: BuiltStage, root: string): void {
  const list = join(root, '.dockerignore');
  const patterns = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
  const filter = (path: string): boolean =>
    !patterns.some((pattern) => matchesGlob(relative(root, path), pattern));
  const words = rest.split(/\s+/);
  const target = words.pop()!;
  for (const source of words.map((word) => join(root, word))) {
    if (!filter(source)) throw new Error(`.dockerignore excludes ${source}.`);
    const name = target.endsWith('/') && statSync(source).isFile() ? basename(source) : '';
    const to = join(workdir, target, name);
    cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter });
  }
}

function runCommand(command: string, stage: BuiltStage): void {
  console.log(`  ${command.replaceAll(/\s+/g, ' ').slice(0, 110)}`);
  execFileSync('sh', ['-c', inRoot(command, stage)], {
    cwd: stage.workdir,
    env: { ...stage.env, ...stage.args },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: TIMEOUT_MS,
  });
}

/** Returns user and group ids. Names are not supported: they can have other ids outside the image. */
function userIn(text: string): readonly [number, number] {
  const [, uid, gid] = /^([1-9]\d*):(\d+)$/.exec(text) ?? [];
  if (uid === undefined) throw new Error(`USER is not a user other than root and a group: ${text}`);
  return [Number(uid), Number(gid)];
}

/** Returns the words of the exec form (`["node", "a.ts"]`). The shell form would need a shell in the image. */
function execFormIn(text: string): string[] {
  if (!text.startsWith('[')) throw new Error(`This is not in the exec form: ${text}`);
  return JSON.parse(text);
}
