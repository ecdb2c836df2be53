import { join, relative } from 'node:path';
import {
  isArrowFunction,
  isBinaryExpression,
  isCaseClause,
  isCatchClause,
  isClassDeclaration,
  isConditionalExpression,
  isExpressionWithTypeArguments,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isShorthandPropertyAssignment,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Project, SymbolFlags } from 'typescript/unstable/sync';

const VALUES = SymbolFlags.Variable | SymbolFlags.Function | SymbolFlags.Class;

/**
 * Returns, for each of the given files of a TypeScript project, the files with a function, constant or class that it
 * reaches: one that is named in the file itself, or in the body of another that is reached. An import alone reaches
 * nothing, since the way goes from declaration to declaration. Types reach nothing, nor do calls of a method of an
 * interface, since only a run decides which object has the method. Packages in `node_modules` are left out.
 *
 * @param folder The folder of `tsconfig.json`; all files are relative to it.
 * @param way `plain` leaves out what only some runs do: the branches of conditions, and errors that are caught. It
 *   reaches functions and classes alone, not constants.
 */
export function reachableFiles(
  folder: string,
  starts: readonly string[],
  way: 'all' | 'plain' = 'all',
): string[][] {
  const api = new API({ cwd: folder });
  try {
    const openProject = join(folder, 'tsconfig.json');
    const [project] = api.updateSnapshot({ openProject }).getProjects();
    return starts.map((start) => {
      const source = project?.program.getSourceFile(join(folder, start));
      if (!project || !source) throw new Error(`${openProject} does not include ${start}`);
      // The loop also visits what is added to the set meanwhile.
      const reached = new Set<Node>([source]);
      for (const one of reached) for (const next of targetsOf(project, one, way)) reached.add(next);
      const files = [...reached].map((node) => relative(folder, node.getSourceFile().fileName));
      return [...new Set(files)].sort();
    });
  } finally {
    api.close();
  }
}

/** Returns the declarations at the top of their files that are named in a piece of code. */
function targetsOf({ checker }: Project, code: Node, way: 'all' | 'plain'): Node[] {
  const names = namesIn(code, way);
  const symbols = checker.getSymbolAtLocation(names).map((symbol, index) => {
    const { parent } = names[index]!;
    // In `{ name }`, the name is a property and a variable.
    return isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : symbol;
  });
  return [...new Set(symbols)].flatMap((symbol) => {
    if (!symbol) return [];
    const meant = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const declaration = meant.flags & VALUES ? meant.valueDeclaration : undefined;
    if (!declaration || /\/node_modules\/|\.d\.ts$/.test(declaration.path)) return [];
    const tops = topOf(declaration.resolve()!);
    return way === 'all' ? tops : tops.filter(isCode);
  });
}

/** True for a function or a class, not for another constant. */
const isCode = (top: Node): boolean =>
  !isVariableDeclaration(top) ||
  (top.initializer !== undefined &&
    (isArrowFunction(top.initializer) || isFunctionExpression(top.initializer)));

/** The parts of a piece of code that each run of it evaluates. */
function plainParts(code: Node): Node[] | null {
  if (isIfStatement(code)) return [code.expression];
  if (isConditionalExpression(code)) return [code.condition];
  if (isCatchClause(code) || isCaseClause(code)) return [];
  if (isBinaryExpression(code) && LAZY.has(code.operatorToken.kind)) return [code.left];
  return null;
}

const LAZY: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
]);

/** Returns the names of a piece of code that are not in types. */
function namesIn(code: Node, way: 'all' | 'plain'): Node[] {
  if (isIdentifier(code)) return [code];
  // The class after `extends` counts as a type of the syntax tree.
  if (isTypeNode(code) && !isExpressionWithTypeArguments(code)) return [];
  if (isImportDeclaration(code)) return [];
  const parts = way === 'plain' ? plainParts(code) : null;
  if (parts) return parts.flatMap((part) => namesIn(part, way));
  const names: Node[] = [];
  code.forEachChild((child) => {
    names.push(...namesIn(child, way));
  });
  return names;
}

/** Returns the declaration at the top of the file that a declaration is in, or is. */
function topOf(declaration: Node): Node[] {
  let top: Node[] = [];
  for (let node = declaration; node.parent; node = node.parent) {
    if (isFunctionDeclaration(node) || isClassDeclaration(node) || isVariableDeclaration(node)) {
      top = [node];
    }
  }
  return top;
}
