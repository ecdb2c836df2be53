import type { Mf2Expression, Mf2Message } from './mf2-message.ts';
import { dimensionOf, formatOfCall, functionOf } from './mf2-nodes.ts';

/** Kind of value of a variable. `option` is a value by which a selector chooses a variant. */
type VariableType = 'text' | 'number' | 'date' | 'option';

const TYPES = { none: 'text', number: 'number', date: 'date' } as const;

/** Yields the variables that a program passes to a message, with the type of each occurrence. */
export function* variablesOf(message: Mf2Message): Generator<[name: string, type: VariableType]> {
  const { declarations, selectors, variants } = message;
  const local = new Set(declarations.flatMap(({ type, name }) => (type === 'local' ? [name] : [])));
  function* ofExpression(expression: Mf2Expression): Generator<[string, VariableType]> {
    const { operand } = expression;
    const called = functionOf(declarations, expression);
    if (operand?.type === 'variable' && !local.has(operand.name)) {
      yield [operand.name, TYPES[formatOfCall(called)]];
    }
    for (const value of expression.function?.options.values() ?? []) {
      if (value.type === 'variable' && !local.has(value.name)) yield [value.name, 'text'];
    }
  }
  for (const { expression } of declarations) yield* ofExpression(expression);
  for (const [index, { name }] of selectors.entries()) {
    if (local.has(name)) continue;
    yield [name, dimensionOf(message, index).kind === 'select' ? 'option' : 'number'];
  }
  for (const { pattern } of variants) {
    for (const part of pattern.parts) if (part.type === 'expression') yield* ofExpression(part);
  }
}
