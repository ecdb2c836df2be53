/** One instruction of a Dockerfile, on one line. */
export interface Instruction {
  readonly name: string;
  /** Flags such as `--from=build`, by name. */
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
}

export interface Stage {
  /** The stage's name, or its number. */
  readonly name: string;
  readonly base: string;
  readonly platform: string | null;
  readonly instructions: readonly Instruction[];
}

/** Reads the stages of a Dockerfile. */
export function parseDockerfile(text: string): Stage[] {
  const stages: {
    name: string;
    base: string;
    platform: string | null;
    instructions: Instruction[];
  }[] = [];
  for (const instruction of readInstructions(text)) {
    if (instruction.name !== 'FROM') {
      const stage = stages.at(-1);
      if (stage === undefined) throw new Error(`${instruction.name} stands before FROM.`);
      stage.instructions.push(instruction);
      continue;
    }
    const [base = '', , name = String(stages.length)] = instruction.rest.split(/\s+/);
    const platform = instruction.flags.platform ?? null;
    stages.push({ name, base, platform, instructions: [] });
  }
  return stages;
}

function readInstructions(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map(readInstruction);
}

function readInstruction(line: string): Instruction {
  const [, name = '', words = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  if (name === '') throw new Error(`This line is no instruction: ${line}`);
  const flags: Record<string, string> = {};
  let rest = words;
  for (;;) {
    const flag = /^--([\w-]+)=(\S+)\s+/.exec(rest);
    if (flag === null) return { name: name.toUpperCase(), flags, rest };
    flags[flag[1]!] = flag[2]!;
    rest = rest.slice(flag[0].length);
  }
}

/**
 * Returns the words of an instruction in the exec form (`["node", "a.ts"]`). Rejects the shell form, which needs a
 * shell in the image.
 */
export function readExecForm({ name, rest }: Instruction): string[] {
  const words: unknown = rest.startsWith('[') ? JSON.parse(rest) : null;
  if (!Array.isArray(words)) throw new Error(`${name} is not in the exec form: ${rest}`);
  return words.map(String);
}

/** Returns the variables of ENV or ARG: `A=b C="d e"`, or a name without a value. */
export function readVariables({ rest }: Instruction): Record<string, string> {
  const pairs = rest.match(/\w+(?:=(?:"[^"]*"|\S*))?/g) ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1).replace(/^"|"$/g, '')];
    }),
  );
}
