import { identityOf, readArgument, type StyledArgument } from '../style/argument.ts';
import { meaningOf, type StyleMeaning } from '../style/meaning.ts';
import type { MessageFormat, Token } from '../token/token.ts';
import { groupBy } from '../words/group-by.ts';
import { type CheckCode, type Finding, finding } from './findings.ts';

interface Shown extends StyledArgument {
  readonly source: string;
}

type Meant = Shown & StyleMeaning;

interface StyleOptions {
  readonly format: MessageFormat;
  /** Argument that `#` stands for in the source text. */
  readonly sourceCountName?: string | undefined;
  readonly countName?: string | undefined;
}

function* argumentsIn(
  tokens: readonly Token[],
  format: MessageFormat,
  countName: string | undefined,
): Generator<Shown, void> {
  for (const token of tokens) {
    if (token.type !== 'placeholder') continue;
    const { source, kind } = token;
    if (kind === 'pound' && countName !== undefined) {
      yield { name: countName, kind: 'number', style: '', source };
    }
    const argument = readArgument(token, format);
    if (argument) yield { ...argument, source };
  }
}

/** Returns the arguments of a text that have a type or a style, as written. */
function styledIn(tokens: readonly Token[]): string {
  let styled = '';
  for (const { type, source } of tokens) {
    if (type === 'placeholder' && (source.includes(',') || source.includes(':'))) styled += source;
  }
  return styled;
}

/**
 * Compares how the arguments of a translation are formatted with the source text. Another currency,
 * unit or scale shows a wrong value. Dates and times may have the style of their language, if the
 * program accepts it. Both texts are one form of their messages.
 */
export function compareStyles(
  source: readonly Token[],
  target: readonly Token[],
  { format, countName, sourceCountName = countName }: StyleOptions,
): Finding[] {
  if (styledIn(source) === styledIn(target)) return [];
  const identity = (shown: Shown): string => identityOf(shown, format);
  const wanted = groupBy(argumentsIn(source, format, sourceCountName), identity);
  const got = groupBy(argumentsIn(target, format, countName), identity);
  const read = (shown: Shown): Meant => ({ ...shown, ...meaningOf(shown, format) });
  return [...got].flatMap(([name, shown]) => {
    const sourceStyles = wanted.get(name) ?? [];
    const isSame = ({ style }: Shown, at: number): boolean => style === shown[at]?.style;
    if (
      sourceStyles.length === 0 ||
      (sourceStyles.length === shown.length && sourceStyles.every(isSame))
    )
      return [];
    const meant = distinct(sourceStyles).map(read);
    // If a library rejects the style of the source text, it is not the library that displays the texts.
    return meant.every(({ isValid }) => isValid)
      ? compareArgument(meant, distinct(shown).map(read))
      : [];
  });
}

/** Maximum number of styles of an argument that are compared. */
const MAX_STYLES = 20;

const distinct = (shown: readonly Shown[]): Shown[] =>
  [...new Map(shown.map((shown) => [shown.style, shown])).values()].slice(0, MAX_STYLES);

function compareArgument(sourceStyles: readonly Meant[], shown: readonly Meant[]): Finding[] {
  const styles = new Set(sourceStyles.map(({ style }) => style));
  const findings = shown.flatMap((meant): Finding[] => {
    if (styles.has(meant.style)) return [];
    const say = (code: CheckCode, what: string): Finding[] => [
      finding(code, `the style of ${meant.source} ${what}`, meant.source),
    ];
    const { source } = sourceStyles[0]!;
    if (!meant.isValid) return say('argument_style', 'cannot be read');
    const alike = sourceStyles.filter((other) => isAlike(meant, other));
    if (alike.length === 0) return say('argument_style', `shows something else than ${source}`);
    if (!meant.isKnown && sourceStyles.every(({ isKnown }) => isKnown)) {
      return say('unknown_style', 'is unknown');
    }
    if (alike.some(({ digits }) => digits === meant.digits)) return [];
    return say('argument_pattern', `shows other digits than ${source}`);
  });
  if (findings.length > 0) return findings;
  return sourceStyles
    .filter((meant) => !shown.some((other) => isAlike(meant, other)))
    .slice(0, 1)
    .map(({ source }) => finding('argument_style', `the style of ${source} is missing`, source));
}

/** True if two styles show the same kind of value in the same unit. A style of unknown kind matches every kind. */
const isAlike = (meant: Meant, other: Meant): boolean =>
  meant.unit === other.unit &&
  (meant.kind === other.kind || [meant.kind, other.kind].some((kind) => kind === 'none'));
