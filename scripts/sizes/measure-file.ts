import { dirname, join, normalize } from 'node:path/posix';
import { parseAst } from 'vitest/node';

export interface MeasuredFunction {
  /** Name of the function. Unnamed functions have the name of the enclosing function and `>`. */
  readonly name: string;
  readonly lines: number;
  readonly isComponent: boolean;
}

export interface MeasuredFile {
  readonly path: string;
  readonly lines: number;
  readonly functions: readonly MeasuredFunction[];
  /** Paths of the imported files, including type imports. */
  readonly imports: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const IS_TEST = /\.test\.tsx?$/;
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const IMPORT =
  /^(?:ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression|TSImportType)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Measures the length of a file and of its functions, and lists its imports. */
export function measureFile(path: string, source: string): MeasuredFile {
  const functions: MeasuredFunction[] = [];
  const imports: string[] = [];
  const lineOf = lineFinder(source);

  const visit = (node: Node, name: string, isArgument: boolean): void => {
    if (IMPORT.test(node.type)) {
      const specifier = (node.source as { value?: unknown } | null)?.value;
      if (typeof specifier === 'string' && specifier.startsWith('.'))
        imports.push(normalize(join(dirname(path), specifier)));
    }
    const own = nameOf(node) ?? name;
    // The callbacks of `describe` contain tests, which are measured with their file.
    if (FUNCTION.test(node.type) && !(isArgument && IS_TEST.test(path))) {
      const isCallback = isArgument && nameOf(node) === undefined;
      const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(own) && !isCallback;
      const lines = lineOf(node.end) - lineOf(node.start) + 1;
      functions.push({ name: isCallback ? `${own}>` : own, lines, isComponent });
    }
    for (const [member, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, own, member === 'arguments');
    }
  };
  visit(
    parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node,
    '',
    false,
  );
  return { path, lines: lineOf(source.length) - 1, functions, imports };
}

function nameOf(node: Node): string | undefined {
  const named = (node.id ?? (node.type === 'CallExpression' ? null : node.key)) as
    | { name?: string }
    | null
    | undefined;
  return named?.name;
}

/** Returns a function that converts an offset to a line number, starting at 1. */
function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1))
    starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
