import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { copyInto } from './copy-into.ts';
import { type Instruction, readExecForm, readVariables, type Stage } from './dockerfile.ts';

/** A stage after its instructions have run. */
export interface BuiltStage {
  /** The folder that represents the root of the stage's file system. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** User and group ids, or null for root. */
  readonly user: readonly [uid: number, gid: number] | null;
  readonly volumes: readonly string[];
  readonly healthcheck: readonly string[] | null;
  readonly command: readonly string[] | null;
}

export interface BuildOptions {
  /** The build context: its folder and its files. */
  readonly context: { readonly root: string; readonly files: readonly string[] };
  /** Folder for the files of all stages. */
  readonly folder: string;
  /** Build arguments, such as TARGETARCH. */
  readonly args: Readonly<Record<string, string>>;
  /** The environment of the base images, with the paths of node and npm. */
  readonly baseEnv: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** Runs the instructions of all stages in order. Each stage uses a folder in place of a container. */
export async function buildStages(
  stages: readonly Stage[],
  options: BuildOptions,
): Promise<BuiltStage[]> {
  const built: BuiltStage[] = [];
  for (const stage of stages) {
    const work = new StageWork(
      stage,
      new Map(built.map((stage, index) => [stages[index]!.name, stage])),
      options,
    );
    for (const instruction of stage.instructions) await work.run(instruction);
    built.push(work);
  }
  return built;
}

/** Matches paths of the image in its commands. */
const IMAGE_PATH = /(?<=^|[\s"'=])\/(?:app|data)(?=$|[/\s"';&])/g;

class StageWork implements BuiltStage {
  readonly root: string;
  workdir = '/';
  readonly env: Record<string, string>;
  user: readonly [number, number] | null = null;
  readonly volumes: string[] = [];
  healthcheck: readonly string[] | null = null;
  command: readonly string[] | null = null;
  readonly #args: Record<string, string> = {};
  readonly #earlier: ReadonlyMap<string, BuiltStage>;
  readonly #options: BuildOptions;

  constructor(stage: Stage, earlier: ReadonlyMap<string, BuiltStage>, options: BuildOptions) {
    this.root = join(options.folder, stage.name);
    this.env = { ...options.baseEnv };
    this.#earlier = earlier;
    this.#options = options;
    mkdirSync(this.root, { recursive: true });
  }

  async run(instruction: Instruction): Promise<void> {
    const { name, rest } = instruction;
    switch (name) {
      case 'ARG':
        for (const [variable, value] of Object.entries(readVariables(instruction))) {
          this.#args[variable] = this.#options.args[variable] ?? value;
        }
        return;
      case 'ENV':
        Object.assign(this.env, readVariables(instruction));
        return;
      case 'WORKDIR':
        this.workdir = resolve(this.workdir, rest);
        mkdirSync(this.#inRoot(this.workdir), { recursive: true });
        return;
      case 'COPY':
        return this.#copy(instruction);
      case 'RUN':
        return this.#runCommand(rest);
      case 'USER':
        this.user = readUser(rest);
        return;
      case 'VOLUME':
        this.volumes.push(...rest.split(/\s+/));
        return;
      case 'EXPOSE':
        return;
      case 'HEALTHCHECK':
        this.healthcheck = readExecForm({ ...instruction, rest: rest.replace(/^CMD\s+/, '') });
        return;
      case 'CMD':
        this.command = readExecForm(instruction);
        return;
      default:
        throw new Error(`The instruction ${name} is not known here.`);
    }
  }

  #inRoot(path: string): string {
    return join(this.root, isAbsolute(path) ? path : join(this.workdir, path));
  }

  #copy({ flags, rest }: Instruction): void {
    const words = rest.split(/\s+/);
    const given = words.at(-1)!;
    // `join` keeps the trailing slash of a folder.
    const target = this.#inRoot(given === '.' || given === './' ? './' : given);
    const sources = words.slice(0, -1);
    const { from } = flags;
    if (from === undefined) {
      copyInto(this.#options.context, sources, target);
      return;
    }
    const stage = this.#earlier.get(from);
    if (stage === undefined) throw new Error(`COPY --from=${from} names no stage before this one.`);
    for (const source of sources) {
      cpSync(join(stage.root, source), target, { recursive: true, verbatimSymlinks: true });
    }
  }

  async #runCommand(command: string): Promise<void> {
    this.#options.say(`  ${command.replace(/\s+/g, ' ').slice(0, 110)}`);
    const child = spawn('sh', ['-c', command.replace(IMAGE_PATH, (path) => this.root + path)], {
      cwd: this.#inRoot(this.workdir),
      env: { ...this.env, ...this.#args },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0)
      throw new Error(`A command of the image failed (${code ?? signal}): ${command}`);
  }
}

/** Parses user and group ids. Names are not supported: they can have other ids outside the image. */
function readUser(text: string): readonly [number, number] {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (uid === undefined || gid === undefined || uid === '0') {
    throw new Error(`USER is not the number of a user other than root and a group: ${text}`);
  }
  return [Number(uid), Number(gid)];
}
