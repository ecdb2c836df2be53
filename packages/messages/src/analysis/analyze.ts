import { type CodePosition, findPositions } from '../code/code-positions.ts';
import { isExpression, keepCode, mayHaveCode } from '../code/keep-code.ts';
import { leftOver, mayHaveSigns } from '../code/left-over.ts';
import { findUnknownCode } from '../code/unknown-code.ts';
import { scanWithTerms, tokenizeLeafInSteps } from '../icu/icu-leaf.ts';
import type { Mf2Message } from '../mf2/mf2-message.ts';
import { nodesOfMf2 } from '../mf2/mf2-nodes.ts';
import { printMf2 } from '../mf2/print-mf2.ts';
import { readMf2 } from '../mf2/read-mf2.ts';
import { sameTokens } from '../rendering/labels.ts';
import { readIcu } from '../syntax/icu.ts';
import {
  type FormBranch,
  type FormLeaf,
  type FormPath,
  type FormTree,
  leavesOf,
  printBranch,
} from '../syntax/icu-forms.ts';
import type { IcuPlace } from '../syntax/icu-quote.ts';
import { encodeText, learnSpelling } from '../token/encode.ts';
import { findCount, isSample, placeNumber } from '../token/sample.ts';
import { runSteps, type Steps } from '../token/steps.ts';
import { type MessageFormat, type MessageTerm, mergeText, type Token } from '../token/token.ts';
import { stylesInsideIcu, stylesOf } from '../token/tokenize.ts';
import { type Finding, finding } from '../verify/findings.ts';
import { invalidIcu } from '../verify/verify-icu.ts';
import { upperLetter } from '../words/punctuation.ts';
import { expand, expandWhole, isComplete } from './expand-forms.ts';
import { keepUntranslated } from './keep-untranslated.ts';
import { type Part, segmentTokens } from './segment.ts';

export interface AnalyzeOptions {
  readonly format: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly terms?: readonly MessageTerm[];
  /**
   * Number that replaces the count while the text is translated. Set for texts that are forms of a
   * plural family.
   */
  readonly countSample?: number;
}

/** An option of a plural or select that contains the leaf. */
export interface LeafOption {
  readonly argument: string;
  readonly kind: 'select' | 'cardinal' | 'ordinal';
  /** Key of the option, such as `few`, `=0` or `female`. */
  readonly option: string;
  /** Sample number with which the text of a plural option is translated. Null for a select. */
  readonly sample: number | null;
}

/** A part of a message that an engine translates as a unit. It has one or more sentences. */
export interface Leaf {
  readonly tokens: readonly Token[];
  /**
   * The tokens of the leaf, with placeholders instead of the sample numbers. Null if `tokens`
   * contains no sample numbers.
   */
  readonly placeholderTokens: readonly Token[] | null;
  /** Options that contain the leaf, outermost first. Empty for messages that are not ICU. */
  readonly options: readonly LeafOption[];
}

export interface Analysis {
  readonly leaves: readonly Leaf[];
  assemble(outputs: Outputs): string;
  /** Does the work of `assemble` in steps of a few milliseconds. */
  assembleInSteps(outputs: Outputs): Steps<string>;
  readonly findings: readonly Finding[];
  /** Words in positions that are code if other texts of the project also have words there. */
  readonly positions: readonly CodePosition[];
}

function optionsOf(path: FormPath): LeafOption[] {
  return path.map(({ dimension, choice }) => ({
    argument: dimension.name,
    kind: dimension.kind,
    option: choice.key,
    sample: choice.sample,
  }));
}

function withoutSamples(tokens: readonly Token[]): Token[] | null {
  if (!tokens.some(isSample)) return null;
  return tokens.map((token) => {
    if (!isSample(token)) return token;
    const { sample: _, ...rest } = token;
    return rest;
  });
}

interface Printer {
  print(outputs: Outputs): string;
  printInSteps(outputs: Outputs): Steps<string>;
}
type Outputs = readonly (readonly Token[])[];

/** Number of message parts that are processed in one step of a few milliseconds. */
const PARTS_OF_STEP = 1000;
/** Number of message parts that are printed in one step. A part has up to 1000 code units. */
const PRINTED_OF_STEP = 50;

class MessageBuilder {
  readonly leaves: Leaf[] = [];
  /** Code of an unknown syntax in the leaves. */
  readonly unknown: string[] = [];
  readonly positions: CodePosition[] = [];
  readonly options: AnalyzeOptions;

  constructor(options: AnalyzeOptions) {
    this.options = options;
  }

  *addTokens(
    tokens: readonly Token[],
    path: FormPath,
    place: IcuPlace | null,
    inlines: readonly FormBranch[],
    reading: LeafReading,
  ): Steps<Printer> {
    const spelling = learnSpelling(tokens, place === null ? reading.styles.literals : null);
    const inlinePrinters: Printer[] = [];
    for (const branch of inlines) inlinePrinters.push(yield* this.addTree(branch, reading));
    const options = optionsOf(path);
    const parts: Part[] = [];
    const leafOf: number[] = [];
    let kept = keepUntranslated(tokens);
    if (reading.styles.code && mayHaveSigns(kept)) {
      for (const part of findUnknownCode(kept)) if (!isExpression(part)) this.unknown.push(part);
      if (mayHaveCode(kept)) {
        yield;
        kept = yield* keepCode(kept);
      }
      this.positions.push(...findPositions(leftOver(kept)));
    }
    for (const part of segmentTokens(kept, this.options.sourceLocale)) {
      if (part === null) {
        yield;
        continue;
      }
      parts.push(part);
      leafOf.push(this.leaves.length);
      if (part.type === 'words') {
        const placeholderTokens = withoutSamples(part.tokens);
        this.leaves.push({ tokens: part.tokens, placeholderTokens, options });
      }
      if (parts.length % PARTS_OF_STEP === 0) yield;
    }
    const printParts = (outputs: Outputs, from: number, to: number): string => {
      let printed = '';
      for (let at = from; at < to; at++) {
        const part = parts[at]!;
        const isWords = part.type === 'words';
        const output = isWords ? mergeText(outputs[leafOf[at]!]!) : part.tokens;
        const isKept = !isWords || isUnchanged(part.tokens, output);
        for (const token of isKept ? part.tokens : output) {
          const inline =
            token.type === 'placeholder' ? inlinePrinters[token.part ?? -1] : undefined;
          if (inline) printed += inline.print(outputs);
          else if (isKept) printed += token.source;
          else if (token.type === 'text') printed += encodeText(token.text, spelling, place);
          else if (token.type === 'term') printed += encodeText(token.target, spelling, place);
          else printed += token.source;
        }
      }
      return printed;
    };
    return {
      print: (outputs) => printParts(outputs, 0, parts.length),
      *printInSteps(outputs) {
        let printed = '';
        for (let index = 0; index < parts.length; index += PRINTED_OF_STEP) {
          printed += printParts(outputs, index, Math.min(index + PRINTED_OF_STEP, parts.length));
          yield;
        }
        return printed;
      },
    };
  }

  *addTree(tree: FormTree, reading: LeafReading): Steps<Printer> {
    if (tree.type === 'branch') {
      const printers = new Map<FormTree, Printer>();
      for (const option of tree.options) {
        printers.set(option.tree, yield* this.addTree(option.tree, reading));
      }
      return {
        print: (outputs) => printBranch(tree, (option) => printers.get(option)!.print(outputs)),
        *printInSteps(outputs) {
          const printed = new Map<FormTree, string>();
          for (const [option, printer] of printers) {
            printed.set(option, yield* printer.printInSteps(outputs));
          }
          return printBranch(tree, (option) => printed.get(option)!);
        },
      };
    }
    const { tokens, inlines, place } = yield* tokenizeLeafInSteps(
      tree,
      reading.styles,
      reading.terms,
    );
    yield;
    return yield* this.addTokens(tokens, tree.path, place, inlines, reading);
  }

  /** Adds the forms of a message of MessageFormat 2. */
  *addMf2(message: Mf2Message, text: string, { leaves, reading }: Mf2Forms): Steps<Printer> {
    const printers: [FormLeaf, Printer][] = [];
    for (const leaf of leaves) printers.push([leaf, yield* this.addTree(leaf, reading)]);
    const printAll = (print: (printer: Printer) => string): string =>
      printMf2(
        message,
        text,
        printers.map(([{ path }, printer]) => ({ path, text: print(printer) })),
      );
    return {
      print: (outputs) => printAll((printer) => printer.print(outputs)),
      *printInSteps(outputs) {
        const printed = new Map<Printer, string>();
        for (const [, printer] of printers) {
          printed.set(printer, yield* printer.printInSteps(outputs));
        }
        return printAll((printer) => printed.get(printer)!);
      },
    };
  }
}

interface Mf2Forms {
  readonly leaves: readonly FormLeaf[];
  readonly reading: LeafReading;
}

interface LeafReading {
  readonly styles: ReturnType<typeof stylesOf>;
  readonly terms: readonly MessageTerm[];
}

/** Writes the translation of a term in capitals or with an initial capital, as the term is written in the message. */
function recaseTerm(term: MessageTerm, written: string, locale: string): MessageTerm {
  const { target } = term;
  if (target === undefined) return term;
  const isCased = written !== written.toLowerCase();
  if (/\p{L}.*\p{L}/u.test(written) && isCased && written === written.toUpperCase()) {
    return { ...term, target: target.toLocaleUpperCase(locale) };
  }
  if (!/^\p{Lu}/u.test(written)) return term;
  const first = String.fromCodePoint(target.codePointAt(0) ?? 0x20);
  return target === ''
    ? term
    : { ...term, target: upperLetter(first, locale) + target.slice(first.length) };
}

const TOO_MANY_FORMS = finding(
  'icu_structure',
  'the message has too many forms to translate',
  undefined,
  { reason: 'too_many_forms' },
);

/**
 * Splits a message into the sentences that an engine translates. In an ICU message, each option
 * becomes a whole sentence, with the plural categories of the target language.
 */
export function analyzeMessage(text: string, options: AnalyzeOptions): Analysis {
  return runSteps(analyzeInSteps(text, options));
}

/** Returns the finding about code of an unknown syntax. */
export const unknownSyntax = (part: string): Finding =>
  finding('unknown_syntax', `the text has code of an unknown syntax: ${part}`, part);

/** Does the work of {@link analyzeMessage} in steps of a few milliseconds each. */
export function* analyzeInSteps(text: string, options: AnalyzeOptions): Steps<Analysis> {
  const builder = new MessageBuilder(options);
  const terms = (options.terms ?? [])
    .map((term) => recaseTerm(term, text.slice(term.start, term.end), options.targetLocale))
    .sort((a, b) => a.start - b.start);
  yield;
  const mf2 = readMf2(text, options.format);
  const nodes = mf2 === null ? readIcu(text, options.format) : null;
  yield;
  const findings: Finding[] = [];
  const fault = [mf2, nodes].find((read) => read instanceof Error);
  if (fault) findings.push(invalidIcu(fault));
  // Prints the message. Null if there is nothing to translate. The text is then printed unchanged.
  let printer: Printer | null = null;
  let isVerbatim = true;
  if (mf2 && !(mf2 instanceof Error)) {
    const forms = nodesOfMf2(mf2, text);
    const tree = forms && expandWhole(forms, options);
    if (tree) {
      const reading = { styles: stylesInsideIcu('mf2'), terms };
      printer = yield* builder.addMf2(mf2, text, { leaves: leavesOf(tree), reading });
      isVerbatim = isComplete(forms, options.targetLocale);
    } else findings.push(TOO_MANY_FORMS);
  } else if (Array.isArray(nodes)) {
    const tree = expand(nodes, options);
    if (tree) {
      printer = yield* builder.addTree(tree, { styles: stylesInsideIcu(options.format), terms });
      isVerbatim = isComplete(nodes, options.targetLocale);
    } else findings.push(TOO_MANY_FORMS);
  } else {
    const reading = { styles: stylesOf(options.format), terms };
    const tokens = yield* scanWithTerms(text, reading, terms);
    const count = options.countSample === undefined ? null : findCount(tokens);
    const shown = count ? placeNumber(tokens, count, String(options.countSample)) : tokens;
    yield;
    printer = yield* builder.addTokens(shown, [], null, [], reading);
  }
  const { leaves, unknown, positions } = builder;
  if (findings.length === 0 && leaves.length > 0 && unknown.length > 0) {
    findings.push(unknownSyntax(unknown[0]!));
  }
  const printerFor = (outputs: Outputs): Printer | null => {
    if (outputs.length !== leaves.length) {
      throw new RangeError(`${leaves.length} translated leaves are needed, not ${outputs.length}`);
    }
    const isSame =
      isVerbatim &&
      leaves.every(({ tokens }, index) => isUnchanged(tokens, mergeText(outputs[index]!)));
    return isSame ? null : printer;
  };
  const assemble = (outputs: Outputs): string => printerFor(outputs)?.print(outputs) ?? text;
  return {
    leaves,
    assemble,
    *assembleInSteps(outputs) {
      const chosen = printerFor(outputs);
      yield;
      return chosen ? yield* chosen.printInSteps(outputs) : text;
    },
    findings,
    positions: leaves.length > 0 ? positions : [],
  };
}

/**
 * True if an engine returned the tokens unchanged. Tokens with a glossary term count as changed,
 * because the term has a prescribed translation.
 */
function isUnchanged(tokens: readonly Token[], output: readonly Token[]): boolean {
  return sameTokens(output, tokens) && !tokens.some((token) => token.type === 'term');
}
