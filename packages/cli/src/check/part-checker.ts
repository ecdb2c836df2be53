import type { MatchedFile } from '@parlance/config';
import { type Document, listTexts } from '../documents/documents.ts';
import {
  addFamilies,
  type CheckContext,
  checkText,
  type Facts,
  type Found,
  factsOf,
  repairText,
} from './check-text.ts';
import type { Scope } from './scope.ts';
import { SeenKeys } from './seen-keys.ts';
import { SourceTexts } from './source-texts.ts';

/** Number of texts that are checked before Ctrl-C takes effect. */
const TEXTS_AT_ONCE = 500;

/** The text of a translation after its repair. */
export interface Repair {
  key: string;
  locale: string;
  text: string;
}

export interface KeyFinding {
  key: string;
  locale: string;
  finding: Found;
}

/** Collects the source texts of files and checks translations against them. Receives each file in pieces. */
export class PartChecker {
  readonly #context: CheckContext;
  readonly #scope: Scope;
  readonly #letInterrupt: () => Promise<void>;
  readonly #sources = new SourceTexts();
  readonly #facts = new Map<string, Facts>();
  readonly #keys: SeenKeys;

  #checked = 0;

  constructor(
    files: readonly MatchedFile[],
    context: CheckContext,
    { scope, letInterrupt }: { scope: Scope; letInterrupt: () => Promise<void> },
  ) {
    this.#context = context;
    this.#scope = scope;
    this.#letInterrupt = letInterrupt;
    this.#keys = new SeenKeys(files);
  }

  get checked(): number {
    return this.#checked;
  }

  learn(part: Document): void {
    for (const [key, facts] of factsOf(part)) this.#facts.set(key, facts);
    for (const { key, text } of listTexts(part).get(this.#context.sourceLocale) ?? []) {
      this.#sources.set(key, text);
    }
  }

  /**
   * Determines the plural families of the source texts. Must be called after all source texts were
   * passed to {@link learn}.
   */
  learnFamilies(): void {
    addFamilies(this.#facts, this.#sources.keys(), this.#context);
  }

  /** Checks a piece of a file, and passes each translation that can be repaired to `onRepair`. */
  async check(part: Document, onRepair?: (repair: Repair) => void): Promise<KeyFinding[]> {
    const found: KeyFinding[] = [];
    const said = factsOf(part);
    for (const [locale, texts] of listTexts(part)) {
      if (!this.#scope.hasLocale(locale)) continue;
      for (const key of this.#keys.repeated(part, locale, texts)) {
        found.push({ key, locale, finding: IN_ANOTHER_FILE });
      }
      for (const { key, text } of texts) {
        if (!this.#scope.hasKey(key)) continue;
        this.#checked++;
        if (this.#checked % TEXTS_AT_ONCE === 0) await this.#letInterrupt();
        const facts = this.#factsOf(key, said);
        const { maxLength, pluralCategory } = facts;
        const source = this.#sources.get(key);
        const otherSource = this.#otherOf(key, facts);
        const checked = { key, text, locale, source, otherSource, maxLength, pluralCategory };
        const findings = checkText(checked, this.#context);
        for (const finding of findings) found.push({ key, locale, finding });
        if (onRepair === undefined || findings.length === 0) continue;
        const repaired = repairText(checked, this.#context);
        if (repaired !== text) onRepair({ key, locale, text: repaired });
      }
    }
    return found;
  }

  #factsOf(key: string, said: ReadonlyMap<string, Facts>): Facts {
    const sourceFacts = this.#facts.get(key);
    const partFacts = said.get(key);
    return sourceFacts && partFacts
      ? { ...sourceFacts, ...partFacts }
      : (sourceFacts ?? partFacts ?? {});
  }

  /**
   * Returns the source text of the form `other` in the plural family of `key`. For `files.one`, this is the source
   * text of `files.other`. Undefined for an ordinal form or a key without a family.
   */
  #otherOf(key: string, { pluralCategory }: Facts): string | undefined {
    if (pluralCategory === undefined || !key.endsWith(pluralCategory)) return undefined;
    if (/_ordinal_\w+$/.test(key)) return undefined;
    return this.#sources.get(`${key.slice(0, -pluralCategory.length)}other`);
  }
}

const IN_ANOTHER_FILE: Found = {
  code: 'duplicate_key',
  severity: 'error',
  message: 'another file has the key, too: give the files different prefixes',
};
