import type { Random } from '../adversary/random.ts';

// Leaves out %, which starts a printf placeholder, and signs of emphasis.
const SIGNS = ['~', '|', '^', '=', '+', '!', ':', '&', '#', '$', '@', '¤', '¦', '†', '[', '⟦'];
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '⟦': '⟧', '<': '>' };
const BEFORE = ['~', '!', ':', '^', '=', '|', '<<', '>>', '::', '~~', '!!'];
const NAMES = ['name', 'count', 'user', 'city', 'isOpen', 'item_list', 'total', 'user.id', 'x2'];
const SENTENCES: readonly ((code: string) => string)[] = [
  (code) => `Hello ${code}, welcome back`,
  (code) => `${code} files are new`,
  (code) => `Delete ${code}?`,
  (code) => `The folder of ${code} is full.`,
  (code) => `Sent by ${code} (today)`,
  (code) => `“${code}” was closed`,
  (code) => `You have invited ${code}!`,
  (code) => `Ask ${code}: is it done`,
];

/** Creates texts in an invented syntax, such as `Hello ~!name!~`, each with its code. */
export function inventSyntax(random: Random): {
  readonly texts: readonly string[];
  readonly codes: readonly string[];
  readonly signs: string;
} {
  const pair = Array.from({ length: 1 + random.below(3) }, () => random.pick(SIGNS));
  const opening = pair.join('');
  const closing = pair
    .toReversed()
    .map((sign) => CLOSING[sign] ?? sign)
    .join('');
  const before = random.below(4) === 0 ? random.pick(BEFORE) : null;
  const codes = SENTENCES.map((_, at) => {
    const name = at === 0 ? random.pick(NAMES) : NAMES[(at + random.below(2)) % NAMES.length]!;
    return before === null ? opening + name + closing : before + name;
  });
  const signs = before ?? opening;
  return { codes, signs, texts: SENTENCES.map((sentence, at) => sentence(codes[at]!)) };
}
