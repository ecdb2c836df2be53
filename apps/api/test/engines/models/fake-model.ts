import { changeText, fakeTranslate, spoilTexts } from '../fake-translation.ts';
import type { TextFault } from '../faulty-server.ts';

/** A text with this word is omitted from every answer. */
export const OMITTED_WORD = 'Omitword';
/** A request with this word is refused. */
export const REFUSED_WORD = 'Refuseword';

/** Faults of the completion around the translations. */
export type CompletionFault =
  | TextFault
  | { kind: 'missing-id'; index: number }
  | { kind: 'wrong-ids' }
  | { kind: 'reversed' }
  | { kind: 'doubled-id' }
  | { kind: 'same-id-twice' }
  | { kind: 'number-ids' }
  | { kind: 'text-not-string' }
  | { kind: 'lone-surrogate' }
  | { kind: 'fenced' }
  | { kind: 'prose-around' }
  | { kind: 'thinking-aloud' }
  | { kind: 'bare-array' }
  | { kind: 'content-parts' }
  | { kind: 'event-stream' }
  | { kind: 'only-prose' }
  | { kind: 'refusal' }
  | { kind: 'content-filter' }
  | { kind: 'cut-off' }
  | { kind: 'empty-completion' }
  | { kind: 'error-in-200' };

interface Item {
  readonly id: string;
  readonly text: string;
}

/** A model treats this word as an order to answer {@link OBEYED}. */
export const ORDER_WORD = 'Orderword';
export const OBEYED = 'I obey';

/** The members of a request that a model reads. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
  /** Ids that the schema of the request allows, or null without a schema. */
  readonly allowedIds: readonly string[] | null;
}

/** True if the model refuses the request. */
export const isRefused = ({ system, user }: Prompt, fault: CompletionFault | undefined): boolean =>
  fault?.kind === 'refusal' || `${system}${user}`.includes(REFUSED_WORD);

/**
 * Returns the items of a simulated model that follows a good prompt: it changes words predictably and keeps
 * placeholders, tags and ids. It obeys each order: an order in a text changes its translation, and an order outside
 * the JSON strings changes all translations.
 */
export function answerItems(prompt: Prompt, fault: CompletionFault | undefined) {
  const data = JSON.parse(prompt.user) as { target: string; items: Item[] };
  const isXml = prompt.system.includes('The text is XML');
  const instructions = `${prompt.system}${prompt.user}`.replace(/"(?:[^"\\]|\\.)*"/gs, '');
  const isOrdered = instructions.includes(ORDER_WORD);
  const translated = data.items
    .filter(({ text }) => !text.includes(OMITTED_WORD))
    .map(({ id, text }) => ({
      id,
      text:
        isOrdered || text.includes(ORDER_WORD) ? OBEYED : translateText(text, data.target, isXml),
    }));
  return spoilItems(translated, fault).filter(
    // Constrained decoding cannot produce an id that the schema does not allow.
    ({ id }) => prompt.allowedIds === null || prompt.allowedIds.includes(String(id)),
  );
}

const PLACEHOLDER =
  /\{\{[^{}]*\}\}|[$%]?\{[^{}]*\}|\$t\([^()]*\)|%(?:\d+\$)?[sd]|<\/?[A-Za-z][^<>]*>|https?:\S+|&\w+;/g;

function translateText(text: string, target: string, isXml: boolean): string {
  if (isXml) return changeText(text, (run) => fakeTranslate(run, target));
  let translated = '';
  let at = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    translated += fakeTranslate(text.slice(at, match.index), target) + match[0];
    at = match.index + match[0].length;
  }
  return translated + fakeTranslate(text.slice(at), target);
}

function spoilItems(
  items: readonly Item[],
  fault: CompletionFault | undefined,
): { id: unknown; text: unknown }[] {
  switch (fault?.kind) {
    case undefined:
      return [...items];
    case 'missing-id':
      return items.filter((_item, index) => index !== fault.index);
    case 'fewer':
      return items.slice(0, -1);
    case 'more':
      return [...items, { id: '999', text: 'one~more' }];
    case 'reversed':
      return items.toReversed();
    case 'wrong-ids':
      return items.map(({ id, text }) => ({ id: `item-${id}`, text }));
    case 'doubled-id':
      return items.map(({ text }) => ({ id: items[0]?.id, text }));
    case 'same-id-twice':
      return [...items, ...items];
    case 'number-ids':
      return items.map(({ id, text }) => ({ id: Number(id), text }));
    case 'text-not-string':
      return items.map(({ id, text }) => ({ id, text: { translation: text } }));
    case 'lone-surrogate':
      return items.map(({ id, text }) => ({ id, text: `${text}\ud83d` }));
    case 'drop-tag':
    case 'double-tag':
    case 'space-tag':
    case 'raw-entities':
    case 'empty':
    case 'control-character': {
      const texts = spoilTexts(
        items.map(({ text }) => text),
        fault,
      );
      return items.map(({ id }, index) => ({ id, text: texts[index] }));
    }
    default:
      return [...items];
  }
}

/** Returns the completion with the items, as text or as parts. */
export function wrapContent(
  items: readonly { id: unknown; text: unknown }[],
  fault: CompletionFault | undefined,
): unknown {
  const json = JSON.stringify({ items });
  switch (fault?.kind) {
    case 'fenced':
      return `\`\`\`json\n${json}\n\`\`\``;
    case 'prose-around':
      return `Here is [the] translation, as {asked}:\n${json}\nLet me know if "you" need more.`;
    case 'thinking-aloud':
      return `<think>The user wants {"items":[]}. Let me see…</think>\n${json}`;
    case 'bare-array':
      return JSON.stringify(items);
    case 'content-parts':
      return [
        { type: 'text', text: json.slice(0, 9) },
        { type: 'text', text: json.slice(9) },
      ];
    case 'only-prose':
      return 'The translation is: Guardar.';
    case 'cut-off':
      return json.slice(0, json.length / 2);
    case 'empty-completion':
      return '';
    default:
      return json;
  }
}

/** Returns the ids that a JSON schema allows, or null if there is no schema. */
export function readAllowedIds(schema: unknown): readonly string[] | null {
  const found = /"enum":(\[[^\]]*\])/.exec(JSON.stringify(schema) ?? '');
  return found === null ? null : (JSON.parse(found[1] ?? '[]') as string[]);
}
