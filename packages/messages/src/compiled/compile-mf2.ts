import type { Mf2Expression, Mf2Pattern } from '../mf2/mf2-message.ts';
import { parseMf2, withoutEscapes } from '../mf2/parse-mf2.ts';
import type { CompiledExpression, CompiledMf2, Mf2PatternPart } from './compiled-mf2.ts';
import { optionsOfCall, optionsOfMarkup, type SplitOptions } from './mf2-options.ts';

/** Compiles a message of MessageFormat 2 for {@link formatMf2}. Returns null for an invalid message. */
export function compileMf2(text: string): CompiledMf2 | null {
  const message = parseMf2(text);
  if (message instanceof Error) return null;
  const { declarations, selectors, variants } = message;
  if (declarations.length === 0) return compilePattern(variants[0]!.pattern, text);
  return {
    let: declarations.map(({ name, expression }) => [name, compileExpression(expression)]),
    match: selectors.map(({ name }) => name),
    forms: variants.map(({ keys, pattern }) => [keys, compilePattern(pattern, text)]),
  };
}

function compilePattern({ parts }: Mf2Pattern, text: string): string | Mf2PatternPart[] {
  const compiled = parts.map((part): Mf2PatternPart => {
    if (part.type === 'text') return withoutEscapes(text.slice(part.start, part.end));
    if (part.type === 'expression') return compileExpression(part);
    const { name: markup, role } = part;
    const { options, variables } = withoutEmpty(optionsOfMarkup(part.options));
    return {
      markup,
      kind: role === 'void' ? 'standalone' : role,
      ...(options && { options }),
      ...(variables && { variables }),
    };
  });
  return compiled.every((part) => typeof part === 'string') ? compiled.join('') : compiled;
}

function compileExpression({ operand, function: called }: Mf2Expression): CompiledExpression {
  const written = operand === null ? '' : writeOperand(operand);
  if (called === null) return [written];
  const { options, variables } = withoutEmpty(optionsOfCall(called));
  if (variables) return [written, called.name, options ?? {}, variables];
  return options ? [written, called.name, options] : [written, called.name];
}

const writeOperand = (operand: NonNullable<Mf2Expression['operand']>): string =>
  operand.type === 'variable' ? `$${operand.name}` : `|${operand.value}`;

const isEmpty = (members: object): boolean => Object.keys(members).length === 0;

const withoutEmpty = ({ options, variables }: SplitOptions): Partial<SplitOptions> => ({
  ...(!isEmpty(options) && { options }),
  ...(!isEmpty(variables) && { variables }),
});
