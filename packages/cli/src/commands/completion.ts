import type { Call, Outcome, Table } from '../command.ts';
import { failUsage } from '../fault.ts';
import { didYouMean } from '../output/did-you-mean.ts';

export async function run({ arguments: [shell = ''], table }: Call): Promise<Outcome> {
  const shells: Readonly<Record<string, (table: Table) => string>> = {
    bash,
    zsh,
    fish,
    powershell,
  };
  const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!write) {
    const names = Object.keys(shells);
    failUsage(
      `The shell is one of ${names.join(', ')}, not "${shell}".${didYouMean(shell, names)}`,
    );
  }
  const raw = write(table);
  return { data: { shell, script: raw }, lines: [], raw };
}

const firstWords = ({ commands }: Table): string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0]!)),
];

function wordsAfter(first: string, { commands, globalFlags }: Table): string[] {
  const matching = commands.filter(({ name }) => name.split(' ')[0] === first);
  const seconds = matching.flatMap(({ name }) => name.split(' ').slice(1));
  const flags = matching.flatMap(({ flags }) => Object.keys({ ...globalFlags, ...flags }));
  return [...new Set([...seconds, ...flags.map((name) => `--${name}`)])];
}

function bash(table: Table): string {
  const first = `${firstWords(table).join(' ')} --help --version`;
  const cases = firstWords(table).map(
    (word) => `    ${word}) words="${wordsAfter(word, table).join(' ')}" ;;`,
  );
  return `_parlance() {
  local words="${first}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parlance parlance
`;
}

function zsh(table: Table): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(table)}`;
}

function powershell(table: Table): string {
  const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  const cases = firstWords(table).map(
    (word) => `    '${word}' { ${list(wordsAfter(word, table))}; break }`,
  );
  return `Register-ArgumentCompleter -Native -CommandName parlance -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  $isFirst = $given.Count -eq 0 -or ($given.Count -eq 1 -and $wordToComplete -ne '')
  $words = if ($isFirst) { ${list([...firstWords(table), '--help', '--version'])} } else { switch ($given[0]) {
${cases.join('\n')}
  } }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function fish({ commands, globalFlags }: Table): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => {
    const [first, second] = command.name.split(' ');
    const summary = quote(command.summary);
    const word = second
      ? `complete -c parlance -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${summary}`
      : `complete -c parlance -n __fish_use_subcommand -a ${first} -d ${summary}`;
    const flags = Object.entries({ ...globalFlags, ...command.flags }).map(
      ([name, { description }]) =>
        `complete -c parlance -n '__fish_seen_subcommand_from ${first}' -l ${name} -d ${quote(description)}`,
    );
    return [word, ...flags];
  });
  return `${lines.join('\n')}\n`;
}
