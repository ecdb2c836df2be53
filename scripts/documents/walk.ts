import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STACKS, textsOf } from '../libraries/show-stacks.ts';
import { npmCommand } from '../run/npm.mjs';
import { type Answer, answerPrompts } from './answer-prompts.ts';
import { reasonNotToRun } from './blocks-not-run.ts';
import { pipelineCommands } from './pipeline-commands.ts';
import { type Block, placeOf, readBlocks, wholeFile } from './read-blocks.ts';
import { Shell } from './shell.ts';
import type { TestedService } from './tested-service.ts';

/** Addresses in the documents that a reader replaces with the address of their own service. */
const SERVERS = /https:\/\/l10n\.example\.org|http:\/\/localhost:4400/g;
const KEY = 'plk_…';
/** Exit code of curl when the time limit of an event stream is reached. */
const TIME_IS_UP = 28;

/** Source texts of the repository in which the command line is used. */
const SOURCE = { cart: { title: 'Your cart', empty: 'The cart is empty.' } };
const ACCOUNT_ANSWERS: readonly Answer[] = [
  ['Email address', 'you@example.com'],
  ['Password', 'correct horse battery'],
  ['Address of the server', ''],
];

/** Creates the key, files and project that the other pages assume. */
const PREPARATION = `
PARLANCE=$B
KEY=$(curl -s -b cookies.txt $B/v1/api-keys -H "Origin: $B" -H "$JSON" \\
  -d '{"name":"all","scopes":["i18n:read","i18n:write","releases:read","releases:write","admin:api-keys"]}' \\
  | node -p 'JSON.parse(fs.readFileSync(0)).data.token')
P=$(curl -s $B/v1/i18n/projects -H "$A" -H "$JSON" -d '{"name":"Shop","sourceLocale":"en"}' \\
  | node -p 'JSON.parse(fs.readFileSync(0)).data.id')
E=$(curl -s $B/v1/i18n/projects/$P/environments -H "$A" | node -p 'JSON.parse(fs.readFileSync(0)).data[0].id')
curl -s $B/v1/i18n/projects/$P/locales -H "$A" -H "$JSON" -d '{"code":"de"}'
printf 'de:\\n  home:\\n    title: Start\\n' > de.yml
printf '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Save</seg></tuv><tuv xml:lang="de"><seg>Sichern</seg></tuv></tu></body></tmx>' > memory.tmx
`;

const folderOf = (page: string): string => page.replaceAll(/\W/g, '-');
/** Replaces the placeholders of a text with the values that the apps of `docs/stacks` pass. */
const filled = (text: string): string =>
  text.replaceAll(/%?\{\{?name\}?\}|%\(name\)s/g, 'Ada').replaceAll(/%\{count\}|%\(count\)d/g, '3');

/** Runs the blocks of the pages in one shell, as a reader would. */
export class Walk {
  readonly #root: string;
  readonly #folder: string;
  readonly #service: TestedService;
  readonly #env: Readonly<Record<string, string>>;
  readonly #shell: Shell;
  /** The API key of the guide, which has access to all projects. */
  #key = '';
  /** Positions of the blocks that were run. */
  readonly ran = new Set<string>();

  constructor(root: string, folder: string, service: TestedService) {
    this.#root = root;
    this.#folder = folder;
    this.#service = service;
    for (const name of ['guide', 'app', 'home', 'tmp', ...STACKS.map(({ page }) => folderOf(page))])
      mkdirSync(join(folder, name));
    this.#env = {
      PATH: `${dirname(process.execPath)}:${npmCommand(root).env.PATH}`,
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      PORT: String(service.port),
      DATA_DIR: service.dataDir,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
    this.#shell = new Shell(join(folder, 'guide'), this.#env);
  }

  /** Kills the shell with its processes. */
  kill(): void {
    this.#shell.kill();
  }

  /** Runs the guide: its commands, and its programs that show a text with each library. */
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

  /** Runs the page of the command line in a repository with a locale file. */
  async readCommandLine(): Promise<void> {
    const app = join(this.#folder, 'app');
    mkdirSync(join(app, 'locales'));
    writeFileSync(join(app, 'locales/en.json'), `${JSON.stringify(SOURCE, null, 2)}\n`);
    writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(app, '.gitignore'), 'node_modules\n');
    await this.#shell.run(
      `cp cookies.txt '${app}' && cd '${app}' && git init --quiet && git add --all`,
    );
    for (const block of this.#blocksOf('docs/cli.md', ['sh', 'yaml'])) {
      await this.#try(block, async (text) => {
        if (block.language === 'yaml') await this.#runPipeline(text);
        else if (!text.includes('parlance login')) await this.#shell.run(text);
        else await this.#answer(text, [...ACCOUNT_ANSWERS, ['Project', '']], app);
      });
    }
    for (const block of this.#blocksOf('packages/cli/README.md', ['sh'])) {
      await this.#try(block, (text) => this.#shell.run(text.replace(KEY, this.#key)));
    }
  }

  /** Runs pipelines, hooks and templates in the same repository. */
  async readPipelines(): Promise<void> {
    for (const block of this.#blocksOf('docs/ci.md', ['sh', 'yaml'])) {
      await this.#try(block, async (text) => {
        if (block.language === 'yaml') return this.#runPipeline(text);
        await this.#shell.run(text);
        if (!text.includes('PARLANCE_KEY=$(')) return;
        // A reader stores these values as secrets and variables of the pipeline.
        await this.#shell.run('export PARLANCE_URL=$B PARLANCE_PROJECT=$P PARLANCE_KEY');
      });
    }
    for (const page of ['action/parlance.gitlab-ci.yml', '.pre-commit-hooks.yaml']) {
      await this.#try(wholeFile(this.#root, page), (text) => this.#runPipeline(text));
    }
  }

  /** Runs the example of the SDK as a program of the same repository. */
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

  /** Runs the commands of other pages in the repository of the pipelines, after the preparation that they assume. */
  async readOthers(): Promise<void> {
    await this.#shell.run(`A='Authorization: ApiKey ${this.#key}'\n${PREPARATION}`);
    for (const page of [
      'docs/formats.md',
      'docs/messageformat-2.md',
      'docs/delivery.md',
      'docs/webhooks.md',
    ]) {
      await this.#runRest(page);
    }
    await this.#runRest('packages/reader/README.md');
    await this.#shell.run(`cd '${this.#root}'`);
    await this.#runRest('docs/operations.md');
  }

  /** Runs the commands of a page, except those that are listed with a reason. */
  async #runRest(page: string): Promise<void> {
    for (const block of this.#blocksOf(page, ['sh'])) {
      if (reasonNotToRun(block) !== undefined) continue;
      await this.#try(block, (text) => this.#shell.run(text));
    }
  }

  /** For each stack, starts with an app with English texts and ends with an app that shows Spanish. */
  async readStacks(): Promise<void> {
    for (const { page, pulled, show } of STACKS) {
      const folder = join(this.#folder, folderOf(page));
      let before: string | null = null;
      for (const block of readBlocks(this.#root, page)) {
        const { file } = block;
        if (file !== null) {
          mkdirSync(dirname(join(folder, file)), { recursive: true });
          writeFileSync(join(folder, file), `${block.text}\n`);
        }
        if (reasonNotToRun(block) !== undefined) continue;
        await this.#try(block, async (text) => {
          if (file !== null) return;
          before = await show(folder);
          await this.#answer(text, ACCOUNT_ANSWERS, folder);
        });
      }
      const texts = textsOf(folder, pulled).map(filled);
      const after = await show(folder);
      const shown = texts.filter((text) => after?.includes(text) && !before?.includes(text));
      if (texts.length < 2 || (after !== null && shown.length < 2)) {
        throw new Error(`${page}: the app shows no Spanish:\n${after}`);
      }
    }
  }

  #answer(commands: string, answers: readonly Answer[], cwd: string): Promise<void> {
    return answerPrompts(commands, answers, { cwd, env: this.#env });
  }

  #blocksOf(page: string, languages: readonly string[]): Block[] {
    const blocks = readBlocks(this.#root, page).filter(({ language }) =>
      languages.includes(language),
    );
    if (blocks.length === 0) throw new Error(`${page} has no block to run.`);
    return blocks;
  }

  /**
   * Runs a block with the address of the service in it.
   * @throws an error that names the position of the block
   */
  async #try(block: Block, run: (text: string) => Promise<unknown>): Promise<void> {
    try {
      await run(block.text.replaceAll(SERVERS, this.#service.url));
    } catch (error) {
      throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
    }
    const refused = this.#service.takeRefused();
    if (refused.length > 0) throw new Error(`${placeOf(block)}: ${refused.join('\n')}`);
    this.ran.add(placeOf(block));
  }

  /** Runs the commands of a pipeline, which must succeed. `diff` may also exit with 1, for differences. */
  async #runPipeline(yaml: string): Promise<void> {
    const commands = pipelineCommands(yaml);
    if (commands.length === 0) throw new Error('There is no command in it.');
    for (const command of commands) {
      const isDiff = command.includes('parlance diff');
      await this.#shell.run(isDiff ? `${command} || [ $? -eq 1 ]` : command);
    }
  }

  /** Checks that every library fills both placeholders of the guide's text. */
  async #showGreeting(block: Block): Promise<void> {
    const file = join(this.#folder, 'guide', `line-${block.line}.mjs`);
    writeFileSync(file, block.text);
    const globals = 'Object.assign(globalThis, { B: process.env.B, P: process.env.P })';
    const said = await this.#shell.run(
      `B=$B P=$P node --import 'data:text/javascript,${globals}' '${file}'`,
    );
    if (!/^(?=.*\bAda\b)(?=.*\b3\b)[^{}]*$/m.test(said.trim())) {
      throw new Error(`The program does not show the greeting with its values:\n${said}`);
    }
  }
}
