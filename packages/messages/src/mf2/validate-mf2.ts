import { Mf2Fault } from './mf2-fault.ts';
import type { Mf2Declaration, Mf2Expression, Mf2Message } from './mf2-message.ts';

function* variablesIn({ operand, function: called }: Mf2Expression): Generator<string> {
  if (operand?.type === 'variable') yield operand.name;
  for (const value of called?.options.values() ?? [])
    if (value.type === 'variable') yield value.name;
}

/**
 * Checks the rules of the data model that the grammar cannot express (Unicode LDML part 9, Data
 * Model Errors).
 * @throws {@link Mf2Fault}
 */
export function requireValid(message: Mf2Message, text: string): void {
  requireDeclarations(message.declarations, text);
  const { selectors, variants } = message;
  const annotated = annotatedVariables(message.declarations);
  for (const { name, start, end } of selectors) {
    if (!annotated.has(name)) throw new Mf2Fault('mf2_selector', text, start, end);
  }
  const seen = new Set<string>();
  for (const { keys, start, pattern } of variants) {
    const id = JSON.stringify(keys);
    if (seen.has(id)) throw new Mf2Fault('mf2_variant', text, start, pattern.start);
    seen.add(id);
  }
  if (variants.every(({ keys }) => keys.some((key) => key !== null))) {
    throw new Mf2Fault('mf2_fallback', text, variants[0]!.start, text.length);
  }
}

/** A variable must not be used before its declaration, in its own local declaration, or be declared twice. */
function requireDeclarations(declarations: readonly Mf2Declaration[], text: string): void {
  const used = new Set<string>();
  for (const { type, name, expression, start, end } of declarations) {
    const inside = new Set(variablesIn(expression));
    // The operand of `.input` is its own variable, which may not also be the value of an option.
    const ownUses = [...variablesIn(expression)].filter((one) => one === name).length;
    const isCircular = ownUses > (type === 'input' ? 1 : 0);
    if (used.has(name) || isCircular) throw new Mf2Fault('mf2_declaration', text, start, end);
    for (const one of inside) used.add(one);
    used.add(name);
  }
}

/** Returns the variables with a function, also those that get it from another declared variable. */
function annotatedVariables(declarations: readonly Mf2Declaration[]): Set<string> {
  const annotated = new Set<string>();
  for (const { name, expression } of declarations) {
    const { operand, function: called } = expression;
    const isInherited = operand?.type === 'variable' && annotated.has(operand.name);
    if (called !== null || isInherited) annotated.add(name);
  }
  return annotated;
}
