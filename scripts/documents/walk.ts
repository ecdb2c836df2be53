import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npmCommand } from '../run/npm.mjs';
import { type Answer, answerPrompts } from './answer-prompts.ts';
import { pipelineCommands } from './pipeline-commands.ts';
import { type Block, placeOf, readBlocks, wholeFile } from './read-blocks.ts';
import { Shell } from './shell.ts';
import type { TestedService } from './tested-service.ts';

/** Texts of the documents that a reader replaces by those of the own service. */
const SERVER = 'https://l10n.example.org';
const KEY = 'plk_…';
/** curl says so when the time for a stream of events is over. */
const TIME_IS_UP = 28;

/** The texts of a repository in which the command line is used. */
const SOURCE = { cart: { title: 'Your cart', empty: 'The cart is empty.' } };
const ACCOUNT_ANSWERS: readonly Answer[] = [
  ['Email address', 'you@example.com'],
  ['Password', 'correct horse battery'],
  ['Address of the server', ''],
  ['Project', ''],
];

/** A reader who works through the pages, in one shell. */
export class Walk {
  readonly #root: string;
  readonly #folder: string;
  readonly #service: TestedService;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shell: Shell;
  /** The key of the guide, which reaches all projects. */
  #key = '';
  /** Number of blocks that were run. */
  count = 0;

  constructor(root: string, folder: string, service: TestedService) {
    this.#root = root;
    this.#folder = folder;
    this.#service = service;
    for (const name of ['guide', 'app', 'home']) mkdirSync(join(folder, name));
    this.#env = {
      PATH: `${dirname(process.execPath)}:${npmCommand(root).env.PATH}`,
      HOME: join(folder, 'home'),
      PORT: String(service.port),
      DATA_DIR: service.dataDir,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
    this.#shell = new Shell(join(folder, 'guide'), this.#env);
  }

  /** Ends what it runs. */
  kill(): void {
    this.#shell.kill();
  }

  /** The guide: its commands, and its programs that show a text with each library. */
  async readGuide(): Promise<void> {
    symlinkSync(join(this.#root, 'node_modules'), join(this.#folder, 'guide/node_modules'));
    for (const block of this.#blocksOf('docs/guide.md', ['sh', 'js'])) {
      await this.#try(block, async () => {
        if (block.language === 'js') return this.#showGreeting(block);
        const exit = block.text.includes('--max-time') ? TIME_IS_UP : 0;
        await this.#shell.run(block.text, exit);
      });
    }
    this.#key = (await this.#shell.read('A')).replace('Authorization: ApiKey ', '');
  }

  /** The command line, in a repository with a locale file. */
  async readCommandLine(): Promise<void> {
    const app = join(this.#folder, 'app');
    mkdirSync(join(app, 'locales'));
    writeFileSync(join(app, 'locales/en.json'), `${JSON.stringify(SOURCE, null, 2)}\n`);
    writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(app, '.gitignore'), 'node_modules\n');
    await this.#shell.run(`cd '${app}' && git init --quiet && git add --all`);
    for (const block of this.#blocksOf('docs/cli.md', ['sh', 'yaml'])) {
      await this.#try(block, async (text) => {
        if (block.language === 'yaml') await this.#runPipeline(text);
        else if (!text.includes('parlance login')) await this.#shell.run(text);
        else await answerPrompts(text, ACCOUNT_ANSWERS, { cwd: app, env: this.#env });
      });
    }
    for (const block of this.#blocksOf('packages/cli/README.md', ['sh'])) {
      await this.#try(block, (text) => this.#shell.run(text.replace(KEY, this.#key)));
    }
  }

  /** Pipelines, hooks and templates, in the same repository. */
  async readPipelines(): Promise<void> {
    copyFileSync(join(this.#folder, 'guide/cookies.txt'), join(this.#folder, 'app/cookies.txt'));
    for (const block of this.#blocksOf('docs/ci.md', ['sh', 'yaml'])) {
      await this.#try(block, async (text) => {
        if (block.language === 'yaml') return this.#runPipeline(text);
        await this.#shell.run(text);
        if (!text.includes('PARLANCE_KEY=$(')) return;
        // A reader stores them as secrets and variables of the pipeline.
        await this.#shell.run('export PARLANCE_URL=$B PARLANCE_PROJECT=$P PARLANCE_KEY');
      });
    }
    for (const page of ['action/parlance.gitlab-ci.yml', '.pre-commit-hooks.yaml']) {
      await this.#try(wholeFile(this.#root, page), (text) => this.#runPipeline(text));
    }
  }

  /** The example of the SDK, as a program of the same repository. */
  async readSdk(): Promise<void> {
    for (const block of this.#blocksOf('packages/sdk/README.md', ['sh', 'ts'])) {
      await this.#try(block, async (text) => {
        if (block.language === 'sh') {
          await this.#shell.run(text);
          return;
        }
        writeFileSync(join(this.#folder, 'app/example.mts'), text);
        await this.#shell.run(`PARLANCE_KEY=${this.#key} node example.mts`);
      });
    }
  }

  #blocksOf(page: string, languages: readonly string[]): Block[] {
    const blocks = readBlocks(this.#root, page).filter(({ language }) =>
      languages.includes(language),
    );
    if (blocks.length === 0) throw new Error(`${page} has no block to run.`);
    return blocks;
  }

  /** Runs a block, with the address of the service in it. @throws with its place */
  async #try(block: Block, run: (text: string) => Promise<unknown>): Promise<void> {
    try {
      await run(block.text.replaceAll(SERVER, this.#service.url));
    } catch (error) {
      throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
    }
    const refused = this.#service.takeRefused();
    if (refused.length > 0) throw new Error(`${placeOf(block)}: ${refused.join('\n')}`);
    this.count++;
  }

  /** Each command must succeed; `diff` may also tell differences, with exit code 1. */
  async #runPipeline(yaml: string): Promise<void> {
    const commands = pipelineCommands(yaml);
    if (commands.length === 0) throw new Error('There is no command in it.');
    for (const command of commands) {
      const isDiff = command.includes('parlance diff');
      await this.#shell.run(isDiff ? `${command} || [ $? -eq 1 ]` : command);
    }
  }

  /** Every library fills both placeholders of the guide's text. */
  async #showGreeting(block: Block): Promise<void> {
    const name = `line-${block.line}.mjs`;
    writeFileSync(join(this.#folder, 'guide', name), block.text);
    const globals = 'Object.assign(globalThis, { B: process.env.B, P: process.env.P })';
    const said = await this.#shell.run(
      `B=$B P=$P node --import 'data:text/javascript,${globals}' ${name}`,
    );
    if (!/^(?=.*\bAda\b)(?=.*\b3\b)[^{}]*$/m.test(said.trim())) {
      throw new Error(`The program does not show the greeting with its values:\n${said}`);
    }
  }
}
