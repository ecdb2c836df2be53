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
 * reaches. A declaration is reached if it is named in the file itself, or in the body of a reached declaration. An
 * import alone reaches nothing. Types reach nothing. Neither do calls of an interface's method, because the object is
 * known only at run time. Packages in `node_modules` are left out.
 *
 * @param folder The folder of `tsconfig.json`; all files are relative to it.
 * @param way `plain` leaves out code that only some runs execute: the branches of conditions, and error handlers. It
 * reaches functions and classes only, not constants.
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
      // The loop also visits nodes that are added to the set during the iteration.
      const reached = new Set<Node>([source]);
      for (const one of reached) for (const next of targetsOf(project, one, way)) reached.add(next);
      const files = [...reached].map((node) => relative(folder, node.getSourceFile().fileName));
      return [...new Set(files)].sort();
    });
  } finally {
    api.close();
  }
}

/** Returns the top-level declarations that a piece of code names. */
function targetsOf({ checker }: Project, code: Node, way: 'all' | 'plain'): Node[] {
  const names = namesIn(code, way);
  const symbols = checker.getSymbolAtLocation(names).map((symbol, index) => {
    const { parent } = names[index]!;
    // In `{ name }`, the name is both a property and a variable.
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

/** True for a function or a class, false for any other constant. */
const isCode = (top: Node): boolean =>
  !isVariableDeclaration(top) ||
  (top.initializer !== undefined &&
    (isArrowFunction(top.initializer) || isFunctionExpression(top.initializer)));

/** Returns the parts of a piece of code that every run evaluates. */
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

/** Returns the names in a piece of code, without those in types. */
function namesIn(code: Node, way: 'all' | 'plain'): Node[] {
  if (isIdentifier(code)) return [code];
  // The syntax tree treats the class after `extends` as a type.
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

/** Returns the top-level declaration that contains a declaration. */
function topOf(declaration: Node): Node[] {
  let top: Node[] = [];
  for (let node = declaration; node.parent; node = node.parent) {
    if (isFunctionDeclaration(node) || isClassDeclaration(node) || isVariableDeclaration(node)) {
      top = [node];
    }
  }
  return top;
}
